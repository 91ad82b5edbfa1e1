//! The official package indexes. Their hosts are held as reversed labels, like namespaces, and turned round in one place.

/// A package type that has an official index, the reversed labels of its host, and the path behind it.
static INDEXES: &[(&str, &str, &str)] = &[
    ("npm", "org.npmjs.registry", ""),
    ("pypi", "org.pypi", ""),
    ("nuget", "org.nuget.api", "/v3/index.json"),
    ("cargo", "io.crates", ""),
];

/// Turns reversed labels round: `com.example.www` is `www.example.com`.
#[must_use]
pub fn host(reversed: &str) -> String {
    reversed.rsplit('.').collect::<Vec<_>>().join(".")
}

/// The one `registryBaseUrl` that the registry accepts for packages of this type; none for types without an index.
#[must_use]
pub fn base_url(registry_type: &str) -> Option<String> {
    let (_, labels, path) = INDEXES.iter().find(|(name, ..)| *name == registry_type)?;
    Some(format!("https://{}{path}", host(labels)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_turn_round() {
        assert_eq!(host("com.example.www"), "www.example.com");
        assert_eq!(host("localhost"), "localhost");
    }

    #[test]
    fn every_index_has_a_https_address_and_bundles_have_none() {
        for (name, ..) in INDEXES {
            let url = base_url(name).unwrap();
            assert!(url::Url::parse(&url).unwrap().scheme() == "https" && !url.ends_with('/'), "{url}");
        }
        assert_eq!(base_url("oci"), None);
        assert_eq!(base_url("mcpb"), None);
    }
}

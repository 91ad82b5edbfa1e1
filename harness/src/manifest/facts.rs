//! Facts from outside the file: what was answered by those who were asked. How they are asked is not known here.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What is known from outside about one manifest.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts {
    /// The package at this index and what its registry answered.
    pub packages: Vec<(usize, PackageFact)>,
    /// What the page of the repository answered.
    pub repository: Option<Page>,
    /// This name and version are stored already.
    pub same_version_published: bool,
    /// How many versions are stored under this name.
    pub stored_versions: Option<u64>,
    /// Which server's entry holds a remote address.
    pub remote_owners: BTreeMap<String, String>,
    /// The remotes at these indexes that were probed and failed, with the verdict in words.
    pub failed_remotes: Vec<(usize, String)>,
    /// What the places of the namespace's proof were found to lack.
    #[serde(skip)]
    pub login: Vec<crate::namespace::Finding>,
}

/// What a package index answered about one package at one version.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PackageFact {
    /// npm.
    Npm {
        /// The name is known.
        package_found: bool,
        /// The version is known.
        version_found: bool,
        /// `mcpName` of that version.
        mcp_name: Option<String>,
    },
    /// PyPI.
    Pypi {
        /// The long description of that version; none when there is no such version.
        description: Option<String>,
    },
    /// NuGet.
    Nuget {
        /// Both the id and the version are known.
        version_found: bool,
        /// The packed README.
        readme: Option<String>,
    },
    /// The cargo registry.
    Cargo {
        /// The README as it was rendered.
        readme: String,
    },
    /// An image host.
    Oci {
        /// The status of an anonymous pull.
        status: u16,
        /// The label that names the server.
        label: Option<String>,
    },
    /// The address of a bundle, asked with HEAD.
    Mcpb {
        /// The status.
        status: u16,
        /// A redirect says where to.
        location: bool,
    },
}

/// What the page of a repository answered.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Page {
    /// With a page.
    Answers,
    /// Not at all, in words that follow "the repository".
    Gone(String),
    /// With a permanent redirect to another repository.
    Moved(String),
}

/// Whether a text holds the ownership mark `mcp-name: <name>`. The name must be followed by the end, by a character that
/// cannot belong to a name, or by the end of a comment (registry v1.8.0; any substring did before).
#[must_use]
pub fn has_marker(text: &str, name: &str) -> bool {
    const MARK: &str = "mcp-name: ";
    let ends = |rest: &str| {
        let inner = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
        rest.starts_with("-->") || rest.starts_with("--!>") || !rest.starts_with(inner)
    };
    let mut behind = text.match_indices(MARK).map(|(at, _)| &text[at + MARK.len()..]);
    !name.is_empty() && behind.any(|behind| behind.strip_prefix(name).is_some_and(ends))
}

/// A README without its HTML comments: what a rendered page shows.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("<!--") {
        out.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_ends_where_a_name_ends() {
        for text in [
            "mcp-name: com.example/a",
            "x\nmcp-name: com.example/a, y",
            "<!-- mcp-name: com.example/a-->",
            "mcp-name: com.example/ab mcp-name: com.example/a",
        ] {
            assert!(has_marker(text, "com.example/a"), "{text}");
        }
        for text in [
            "mcp-name:com.example/a",
            "mcp-name: com.example/ab",
            "mcp-name: com.example/a-b",
            "mcp-name: com.example/A",
            "com.example/a",
            "",
        ] {
            assert!(!has_marker(text, "com.example/a"), "{text}");
        }
        assert!(!has_marker("mcp-name: ", ""));
    }

    #[test]
    fn comments_are_not_visible() {
        assert_eq!(visible("a<!-- b -->c<!-- d"), "ac");
        assert_eq!(visible("plain"), "plain");
    }
}

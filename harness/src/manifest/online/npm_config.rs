//! Which npm registry the user's npm asks, read the way npm reads it: the environment before the project's `.npmrc` before
//! the user's, a scope's own line before the general one. Nothing else of these files is looked at; credentials stay there.

use std::path::{Path, PathBuf};

use url::Url;

/// The longest `.npmrc` that is read, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// A registry that somebody configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Configured {
    /// Its address.
    pub(super) url: Url,
    /// Where that was said.
    pub(super) by: String,
}

/// The places that npm's configuration can be in.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    /// `npm_config_registry`.
    environment: Option<String>,
    /// The user's `.npmrc`.
    user: Option<PathBuf>,
}

impl Places {
    /// Those of this process.
    pub(super) fn of_environment() -> Self {
        let get = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let either = |lower: &str, upper: &str| get(lower).or_else(|| get(upper));
        Self {
            environment: either("npm_config_registry", "NPM_CONFIG_REGISTRY"),
            user: either("npm_config_userconfig", "NPM_CONFIG_USERCONFIG")
                .map(PathBuf::from)
                .or_else(|| Some(Path::new(&get("HOME")?).join(".npmrc"))),
        }
    }

    /// The registry that npm would ask for `package` in `folder`; none when nothing is configured.
    pub(super) fn registry(&self, folder: &Path, package: &str) -> Option<Configured> {
        let scope = package.starts_with('@').then(|| package.split('/').next()).flatten();
        let project = folder.join(".npmrc");
        let files = || std::iter::once(&project).chain(&self.user);
        let scoped =
            scope.and_then(|scope| files().find_map(|file| line(file, &format!("{scope}:registry"))));
        let general = || {
            let environment = self.environment.as_deref();
            environment
                .and_then(|text| configured(text, "npm_config_registry"))
                .or_else(|| files().find_map(|file| line(file, "registry")))
        };
        scoped.or_else(general)
    }
}

/// The value of a key in an `.npmrc`; the last line counts.
fn line(file: &Path, key: &str) -> Option<Configured> {
    use std::io::Read as _;

    let mut text = String::new();
    std::fs::File::open(file).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    let value = text
        .lines()
        .filter(|line| !line.trim_start().starts_with(['#', ';']))
        .filter_map(|line| line.split_once('='))
        .filter(|(name, _)| name.trim() == key)
        .map(|(_, value)| value.trim().trim_matches(['"', '\'']))
        .next_back()?;
    configured(value, &file.display().to_string())
}

fn configured(text: &str, by: &str) -> Option<Configured> {
    let mut url =
        Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())?;
    // A base needs its final slash, or joining would cut its last part off.
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    // Whoever put credentials here did not mean them for us.
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    Some(Configured { url, by: by.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(environment: Option<&str>, user: &str, project: &str, package: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(".npmrc"), project).unwrap();
        std::fs::write(folder.path().join("user"), user).unwrap();
        let places =
            Places { environment: environment.map(str::to_owned), user: Some(folder.path().join("user")) };
        places.registry(folder.path(), package).map(|configured| configured.url.to_string())
    }

    #[test]
    fn the_nearest_configuration_counts() {
        let (user, project) =
            ("registry = https://user.example.com/npm\n", "registry=\"https://project.example.com/\"\n");
        assert_eq!(found(None, user, project, "tides").as_deref(), Some("https://project.example.com/"));
        assert_eq!(found(None, user, "", "tides").as_deref(), Some("https://user.example.com/npm/"));
        assert_eq!(
            found(Some("https://env.example.com"), user, project, "tides").as_deref(),
            Some("https://env.example.com/")
        );
        assert_eq!(found(None, "", "; registry=https://x.example.com\n", "tides"), None);
        assert_eq!(found(None, "", "registry=ftp://x\nregistry=nonsense", "tides"), None);
    }

    #[test]
    fn a_scope_has_its_own_registry_and_credentials_stay_behind() {
        let project =
            "@sea:registry=https://me:secret@sea.example.com\n//sea.example.com/:_authToken=secret\n";
        let env = Some("https://env.example.com");
        assert_eq!(found(env, "", project, "@sea/tides").as_deref(), Some("https://sea.example.com/"));
        assert_eq!(found(env, "", project, "@seaside/tides").as_deref(), Some("https://env.example.com/"));
        assert_eq!(found(None, "", project, "tides"), None);
    }
}

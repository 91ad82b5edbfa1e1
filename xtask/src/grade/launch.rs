//! How a prober is called for one case: the words of its command with the placeholders filled in, and its environment.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rollcall::target::Transport;
use tempfile::NamedTempFile;
use tokio::process::Command;

use super::adapter::Adapter;

/// Variables that name the certificates to trust, for OpenSSL and Python, for Node, and for Python's requests.
const TRUST: [&str; 3] = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"];
/// Variables that would lead the prober away from this machine.
const PROXIES: [&str; 6] =
    ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/// A prober, ready to be called.
#[derive(Debug, Clone)]
pub(super) struct Launcher {
    /// The name: that of its adapter's file.
    pub(super) name: String,
    /// The adapter.
    pub(super) adapter: Adapter,
    /// The command, with placeholders; `{url}` is among them.
    pub(super) words: Vec<String>,
    /// The command as it was written, for people: without what this machine puts before it.
    pub(super) shown: String,
    /// The certificate of the mocks' authority; the file goes with the last launcher.
    pub(super) ca: Arc<NamedTempFile>,
    /// A shipped prober gets a home of its own: some keep files there.
    pub(super) shipped: bool,
}

/// What differs between calls.
#[derive(Debug)]
pub(super) struct Visit<'a> {
    /// Where the mock is.
    pub(super) url: &'a str,
    /// The transport as an entry would declare it.
    pub(super) transport: Transport,
    /// How long one request may take.
    pub(super) patience: Duration,
    /// A folder for this call alone.
    pub(super) home: &'a Path,
}

impl Launcher {
    /// The command for one case.
    pub(super) fn command(&self, visit: &Visit<'_>) -> Command {
        let mut words = self.words.iter().map(|word| self.filled(word, visit));
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        for name in TRUST {
            command.env(name, self.ca.path());
        }
        for name in PROXIES {
            command.env_remove(name);
        }
        if self.shipped {
            command.env("HOME", visit.home).current_dir(visit.home);
        }
        command
    }

    fn filled(&self, word: &str, visit: &Visit<'_>) -> String {
        let transport = self.adapter.transport.get(&visit.transport).map(String::as_str);
        // A prober that counts in whole seconds gets the next one up.
        let seconds = visit.patience.as_millis().div_ceil(1000);
        word.replace("{url}", visit.url)
            .replace("{transport}", transport.unwrap_or(visit.transport.as_str()))
            .replace("{timeout-s}", &seconds.to_string())
            .replace("{timeout-ms}", &visit.patience.as_millis().to_string())
            .replace("{ca}", &self.ca.path().display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_in_anywhere_in_a_word() {
        let adapter = toml::from_str(
            "prober = 'x'\n[transport]\nsse = 'legacy'\n[[rule]]\nexit = 0\noutcome = 'answered'\n",
        );
        let words = ["x", "--url={url}", "{transport}", "{timeout-s}", "{timeout-ms}", "{ca}"];
        let launcher = Launcher {
            name: "x".into(),
            adapter: adapter.unwrap(),
            words: words.map(str::to_owned).to_vec(),
            shown: String::new(),
            ca: Arc::new(NamedTempFile::new().unwrap()),
            shipped: true,
        };
        let visit = |transport| Visit {
            url: "http://h/mcp",
            transport,
            patience: Duration::from_millis(1500),
            home: Path::new("/home"),
        };
        let command = launcher.command(&visit(Transport::Sse));
        let shown: Vec<_> = command.as_std().get_args().map(|arg| arg.to_str().unwrap()).collect();
        let ca = launcher.ca.path().to_str().unwrap();
        assert_eq!(shown, ["--url=http://h/mcp", "legacy", "2", "1500", ca]);
        let trusted =
            |name: &str| command.as_std().get_envs().any(|(key, value)| key == name && value.is_some());
        assert!(TRUST.iter().all(|name| trusted(name)) && trusted("HOME"));
        let auto = launcher.command(&visit(Transport::Auto));
        assert!(auto.as_std().get_args().any(|arg| arg == "auto"));
    }
}

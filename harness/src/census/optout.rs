//! Who asked not to be probed: names and hosts, one a line.

use std::collections::HashSet;
use std::path::Path;

use url::Url;

use crate::target::host_key;

/// The largest file: some 400,000 names.
const LARGEST: u64 = 16 * 1024 * 1024;
/// The longest line: a registry name has at most 200 characters, a host at most 253 (RFC 1035 section 2.3.4).
const LONGEST_LINE: usize = 512;

/// The opt-out list of an operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OptOut {
    names: HashSet<String>,
    hosts: HashSet<String>,
}

/// An opt-out file that cannot be honoured. A list that is only half understood must stop the run, not shrink.
#[derive(Debug, thiserror::Error)]
pub enum OptOutError {
    /// It cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The path as given.
        path: String,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// A line is neither a name nor a host.
    #[error("{path}:{line}: `{text}` is neither an entry's name (`namespace/name`) nor a host")]
    BadLine {
        /// The path as given.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
}

impl OptOut {
    /// Reads a file: one name (`namespace/name`) or host a line, `#` begins a comment, `*.example.com` is the domain and
    /// everything below it.
    ///
    /// # Errors
    /// When it cannot be read, or a line is neither.
    pub fn read(path: &Path) -> Result<Self, OptOutError> {
        let shown = path.display().to_string();
        let unreadable = |source| OptOutError::Unreadable { path: shown.clone(), source };
        if std::fs::metadata(path).map_err(unreadable)?.len() > LARGEST {
            return Err(unreadable(std::io::Error::other(format!(
                "is larger than {} MiB",
                LARGEST / 1024 / 1024
            ))));
        }
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        Self::parse(&text).map_err(|(line, text)| OptOutError::BadLine { path: shown, line, text })
    }

    /// Reads the text of such a file.
    ///
    /// # Errors
    /// The first line, from 1, that is neither a name nor a host, and what it says.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut list = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            if line.len() > LONGEST_LINE {
                return Err((
                    index + 1,
                    crate::record::clean(&line[..line.floor_char_boundary(80)], 80).into_owned(),
                ));
            }
            if line.contains('/') && !line.contains(char::is_whitespace) && !line.contains("://") {
                list.names.insert(line.to_owned());
            } else if let Some(host) = host(line) {
                list.hosts.insert(host);
            } else {
                return Err((index + 1, crate::record::clean(line, 80).into_owned()));
            }
        }
        Ok(list)
    }

    /// Whether this entry, or the host of this URL, is on the list.
    #[must_use]
    pub fn covers(&self, name: &str, url: Option<&Url>) -> bool {
        self.names.contains(name) || url.is_some_and(|url| self.covers_host(&host_key(url)))
    }

    fn covers_host(&self, host: &str) -> bool {
        let mut below = host;
        loop {
            if self.hosts.contains(&format!("*.{below}")) {
                return true;
            }
            match below.split_once('.') {
                Some((_, rest)) => below = rest,
                None => return self.hosts.contains(host),
            }
        }
    }
}

/// A host in the spelling that targets are compared by.
fn host(line: &str) -> Option<String> {
    let (prefix, name) = line.strip_prefix("*.").map_or(("", line), |name| ("*.", name));
    let url = Url::parse(&format!("https://{name}/")).ok()?;
    let plain =
        url.path() == "/" && url.query().is_none() && url.port().is_none() && url.username().is_empty();
    let host = host_key(&url);
    (plain && !host.is_empty()).then(|| format!("{prefix}{host}"))
}

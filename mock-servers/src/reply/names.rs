//! The few words in a script's texts that stand for addresses only the running mock knows.

/// The addresses, as the client of one request sees them.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    /// `http` or `https`.
    pub(crate) scheme: &'static str,
    /// The host and port the client asked for.
    pub(crate) authority: String,
    /// The path under which the mock is served; empty when it has the origin to itself.
    pub(crate) prefix: String,
    /// The authority of the canary; empty when there is none.
    pub(crate) canary: String,
}

impl Names {
    /// Puts the addresses in.
    pub(crate) fn fill(&self, text: &str) -> String {
        if !text.contains("mock://") && !text.contains("//self.mock.test") {
            return text.to_owned();
        }
        let Self { scheme, authority, prefix, canary } = self;
        text.replace("mock://self", &format!("{scheme}://{authority}{prefix}"))
            .replace("//self.mock.test", &format!("//{authority}{prefix}"))
            .replace("mock://other-port", &format!("{scheme}://{}", other_port(authority)))
            .replace("mock://canary", &format!("http://{canary}"))
    }
}

/// The same host with a port that is certainly another one.
fn other_port(authority: &str) -> String {
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => authority,
    };
    let port = if authority.ends_with(":8443") { 8444 } else { 8443 };
    format!("{host}:{port}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_become_addresses_and_nothing_else_is_touched() {
        let names = Names {
            scheme: "https",
            authority: "x.mock.test:99".to_owned(),
            prefix: "/good/json".to_owned(),
            canary: "127.0.0.2:7".to_owned(),
        };
        assert_eq!(names.fill("mock://self/mcp/"), "https://x.mock.test:99/good/json/mcp/");
        assert_eq!(names.fill("//self.mock.test/mcp"), "//x.mock.test:99/good/json/mcp");
        assert_eq!(names.fill("mock://other-port/"), "https://x.mock.test:8443/");
        assert_eq!(names.fill("mock://canary/"), "http://127.0.0.2:7/");
        assert_eq!(names.fill("{x} $y %s mock.test"), "{x} $y %s mock.test");
        assert_eq!(other_port("[::1]"), "[::1]:8443");
    }
}

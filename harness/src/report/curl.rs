//! The command line that shows a verdict to anybody with curl.

use std::fmt::Write as _;
use std::time::Duration;

use crate::outcome::Stage;
use crate::policy::Policy;
use crate::record::{Exchange, Method, Record, Step};

/// The curl lines that repeat the deciding exchange of a record, or nothing when nobody was contacted.
///
/// They send what the probe sent, so that the reply is the same one; one line a request. `ways` are further words for curl
/// that say how the host is reached: `--connect-to`, `--cacert`.
#[must_use]
pub fn lines(record: &Record, policy: &Policy, ways: &[String]) -> Vec<String> {
    let Some(stage) = record.stage else { return Vec::new() };
    let opening =
        record.exchanges.iter().find(|exchange| matches!(exchange.step, Step::Initialize | Step::OpenStream));
    let Some(opening) = opening else { return Vec::new() };
    let user_agent = policy.user_agent();
    let line = |method, url, headers: &[String], body, limit: Duration| {
        let seconds = limit.as_secs().max(1);
        request(&Request { method, url, user_agent: &user_agent, headers, body, seconds, ways })
    };
    let post = |url, headers: Vec<String>, body| {
        let types = ["Content-Type: application/json", "Accept: application/json, text/event-stream"];
        let headers: Vec<String> = types.map(str::to_owned).into_iter().chain(headers).collect();
        line(Method::Post, url, &headers, body, policy.request_deadline)
    };
    let initialize = initialize(policy);
    match stage {
        Stage::Initialize => vec![post(&opening.url, Vec::new(), &initialize)],
        Stage::OpenStream => {
            let url = last_url(record, Step::OpenStream).unwrap_or(&record.target.url);
            let headers = ["Accept: text/event-stream".to_owned()];
            vec![line(Method::Get, url, &headers, "", policy.endpoint_deadline)]
        }
        Stage::ToolsList => {
            let mut headers = vec![format!(
                "MCP-Protocol-Version: {}",
                record.protocol_version.as_deref().unwrap_or(&policy.protocol_version)
            )];
            if record.session.is_some() {
                headers.push("Mcp-Session-Id: <the id from the first reply>".to_owned());
            }
            let url = last_url(record, Step::ToolsList).unwrap_or(&opening.url);
            vec![
                post(&opening.url, Vec::new(), &initialize),
                post(url, headers, r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#),
            ]
        }
    }
}

/// One request, in the words that a curl line needs.
pub(crate) struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) url: &'a str,
    pub(crate) user_agent: &'a str,
    /// All other headers, as `name: value`.
    pub(crate) headers: &'a [String],
    pub(crate) body: &'a str,
    pub(crate) seconds: u64,
    /// Further words that say how the host is reached.
    pub(crate) ways: &'a [String],
}

/// The curl line that repeats a request, safe to paste: nothing in it is taken for an option, a file or a pattern by curl,
/// or for anything but text by a POSIX shell.
pub(crate) fn request(request: &Request<'_>) -> String {
    let Request { method, url, user_agent, headers, body, seconds, ways } = request;
    let mut line = format!("curl -sSig{} --max-time {seconds} -A {}", words(ways), quote(user_agent));
    match method {
        Method::Get => line.push_str(" -N"),
        Method::Post => {}
        Method::Delete => line.push_str(" -X DELETE"),
    }
    for header in *headers {
        let _ = write!(line, " -H {}", quote(header));
    }
    if *method == Method::Post {
        let _ = write!(line, " --data-raw {}", quote(body));
    }
    let _ = write!(line, " {}", quote(url));
    line
}

fn last_url(record: &Record, step: Step) -> Option<&str> {
    record
        .exchanges
        .iter()
        .rev()
        .find(|exchange| exchange.step == step)
        .map(|exchange: &Exchange| exchange.url.as_str())
}

fn words(ways: &[String]) -> String {
    ways.iter().map(|word| format!(" {}", quote(word))).collect()
}

fn initialize(policy: &Policy) -> String {
    serde_json::json!({
        "jsonrpc": "2.0", "id": 2, "method": "initialize",
        "params": {
            "protocolVersion": policy.protocol_version,
            "capabilities": {},
            "clientInfo": { "name": crate::policy::CLIENT_NAME, "version": crate::policy::CLIENT_VERSION },
        },
    })
    .to_string()
}

/// A word for a POSIX shell: bare when nothing in it is special, else in single quotes.
///
/// Characters that a terminal would act on never reach it: they are percent-encoded, which a URL takes anyway.
fn quote(word: &str) -> String {
    let safe: String = word
        .chars()
        .map(|c| if c.is_control() || !c.is_ascii() { percent(c) } else { c.to_string() })
        .collect();
    if safe.chars().all(|c| {
        c.is_ascii_alphanumeric() || matches!(c, '/' | ':' | '.' | '-' | '_' | '=' | ',' | '@' | '%')
    }) && !safe.is_empty()
    {
        return safe;
    }
    let mut quoted = safe.replace('\'', r"'\''");
    // Two number signs may begin a command of a CI runner that reads the line; the shell puts them together again.
    while quoted.contains("##") {
        quoted = quoted.replace("##", "#''#");
    }
    format!("'{quoted}'")
}

fn percent(c: char) -> String {
    let mut buffer = [0; 4];
    c.encode_utf8(&mut buffer).bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::arbitrary;

    #[test]
    fn a_shell_reads_back_what_was_quoted() {
        for word in [
            "plain",
            "it's",
            "a b",
            "$(rm)",
            "`x`",
            "",
            "https://example.com/?a=1&b=2",
            "a\\b",
            "\"x\"",
            "a###vso[x]",
        ] {
            let output = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s {}", quote(word))])
                .output()
                .expect("a POSIX shell");
            assert_eq!(String::from_utf8_lossy(&output.stdout), word);
        }
    }

    /// What a POSIX shell hands to curl.
    fn words_of(line: &str) -> Vec<String> {
        let script = format!("curl() {{ for word; do printf '%s\\0' \"$word\"; done; }}\n{line}");
        let output = std::process::Command::new("sh").args(["-c", &script]).output().expect("a POSIX shell");
        let text = String::from_utf8_lossy(&output.stdout);
        text.split_terminator('\0').map(str::to_owned).collect()
    }

    #[test]
    fn a_request_reaches_curl_as_it_was_and_nothing_of_it_is_a_file_or_a_pattern() {
        let headers = vec!["mcp-protocol-version: $(id) '`x`'".to_owned(), "x: <yours>".to_owned()];
        let line = request(&Request {
            method: Method::Post,
            url: "https://example.com/a?x=[1-9]&y={a,b}",
            user_agent: "Agent/1.0 (+https://a.example)",
            headers: &headers,
            body: "@/etc/passwd ; rm -rf \"$HOME\"",
            seconds: 15,
            ways: &["--cacert".to_owned(), "my file.pem".to_owned()],
        });
        assert_eq!(
            words_of(&line),
            [
                // `-g`: brackets and braces in a URL are no patterns. `--data-raw`: an `@` is no file.
                "-sSig",
                "--cacert",
                "my file.pem",
                "--max-time",
                "15",
                "-A",
                "Agent/1.0 (+https://a.example)",
                "-H",
                "mcp-protocol-version: $(id) '`x`'",
                "-H",
                "x: <yours>",
                "--data-raw",
                "@/etc/passwd ; rm -rf \"$HOME\"",
                "https://example.com/a?x=[1-9]&y={a,b}",
            ]
        );
    }

    proptest! {
        /// Whatever a record holds: its lines take no URL for a pattern and no body for a file.
        #[test]
        fn the_lines_of_any_record_are_safe(record in arbitrary::record()) {
            for line in lines(&record, &Policy::default(), &[]) {
                prop_assert!(line.starts_with("curl -sSig ") && !line.contains(" -d "), "{}", line);
            }
        }
    }

    #[test]
    fn nothing_that_a_terminal_acts_on_is_left() {
        let quoted = quote("https://example.com/\u{1b}[31m\u{202e}\n");
        assert_eq!(quoted, "'https://example.com/%1B[31m%E2%80%AE%0A'");
    }
}

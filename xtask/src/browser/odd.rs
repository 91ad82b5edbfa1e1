//! A small run whose entries and servers are as odd as they come: a case for every verdict that there is, and names, titles
//! and tools that would do harm on a page that is careless.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use rollcall::policy::Policy;
use rollcall_cases::load;
use serde_json::{Value, json};

use crate::demo::{Staged, reach, take};

/// What a page must never make an element of.
const MARKUP: &str =
    "<img src=x onerror=\"window.harmed=1\"><script>window.harmed=1</script><b data-harm=\"1\">bold</b>";

/// Odd names: the entry's name, title and description, and the case whose server stands behind it.
const ODD: [(&str, &str, &str, &str); 8] = [
    ("test.mock/<b data-harm=\"1\">bold</b>", MARKUP, MARKUP, "tools/text-markup"),
    (
        "test.mock/\u{202e}drawkcab\u{202c}",
        "\u{2066}isolated\u{2069} \u{200f}title",
        "\u{202e}evil",
        "tools/name-bidi",
    ),
    (
        "test.mock/control\u{7}\u{1b}[31mred",
        "bell \u{7} and \u{85} and \u{9b}31m",
        "line\nfeed\ttab\u{0}nul",
        "handshake/server-info-control",
    ),
    (
        "test.mock/\" onmouseover=\"window.harmed=1",
        "'quotes' \"and\" & amps &lt;b&gt;",
        "javascript:window.harmed=1",
        "auth/challenge",
    ),
    ("test.mock/../../../../etc/passwd", "A way out", "../../index.html", "status/404-html"),
    ("test.mock/__proto__", "constructor", "__proto__ toString hasOwnProperty", "good/session"),
    (
        "test.mock/ΩМir世界-שלום-مرحبا",
        "Имя на русском, 名前, שלום",
        "Größe, naïve, İstanbul, ﬁne",
        "good/sse",
    ),
    (
        "test.mock/long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long",
        "Onewordthatneverendsandneverbreaksandneverendsandneverbreaksandneverendsandneverbreaksandneverends",
        "A_tool_like_text_without_a_place_to_break_it_A_tool_like_text_without_a_place_to_break_it_A_tool",
        "tools/fifty-one",
    ),
];

/// Takes the census into `folder`.
pub(super) async fn run(folder: &Path) -> anyhow::Result<()> {
    let wrong = Arc::new(Mutex::new(Vec::new()));
    let mut staged = Staged { cases: BTreeMap::new(), wrong };
    let mut entries = Vec::new();
    let mut verdicts = BTreeSet::new();
    for id in load::ids()? {
        let case = load::case(&id)?;
        let verdict = (case.expect.outcome, case.expect.reason, case.expect.skip, case.expect.status);
        // One server for each verdict shows all that a page can say of an outcome.
        if !verdicts.insert(verdict) && !ODD.iter().any(|odd| odd.3 == id) {
            continue;
        }
        let host = rollcall_cases::plan::host(&id);
        let transport = case.entry.transport.as_str().replace("auto", "streamable-http");
        let url = format!("https://{host}/mcp");
        let name = format!("test.mock/{}", id.replace('/', "."));
        entries.push(entry(&name, &case.title, "", &transport, &url));
        for (name, title, description, _) in ODD.iter().filter(|odd| odd.3 == id) {
            entries.push(entry(name, title, description, &transport, &url));
        }
        staged.cases.insert(host, (id, case));
    }
    for (at, url) in
        ["https://{tenant}.example.com/mcp", "http://plain.example.com/mcp", "javascript:alert(1)"]
            .into_iter()
            .enumerate()
    {
        entries.push(entry(&format!("test.mock/skipped-{at}"), "Left alone", "", "streamable-http", url));
    }
    let policy = Policy { reach: reach(), ..Policy::default() };
    take(folder, entries, &policy, staged).await?;
    Ok(())
}

fn entry(name: &str, title: &str, description: &str, transport: &str, url: &str) -> Value {
    json!({
        "server": {
            "name": name,
            "title": title,
            "description": description,
            "version": "1.0.0",
            "remotes": [{ "type": transport, "url": url }],
        },
    })
}

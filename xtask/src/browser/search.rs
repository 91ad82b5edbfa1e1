//! The search as a reader uses it: type, choose, share the address. What it should find is counted from `servers.json`.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use rollcall::record::clean;
use serde_json::{Value, json};

use super::driver::Session;
use super::sample::Pages;
use super::visit::{self, From};

/// What a search came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// How many servers, as the page counts them.
    pub(super) count: u64,
    /// The names shown, at most as many as fit on a screen.
    pub(super) names: BTreeSet<String>,
}

/// One wish: words, and a value for each filter that is set.
#[derive(Debug, Clone, Default)]
pub(super) struct Wish {
    /// What is typed.
    pub(super) words: String,
    /// Name and value of the filters.
    pub(super) filters: Vec<(&'static str, String)>,
}

/// What stands in the form and the list of the page at this moment. Asked again and again: a script of the driver that waits
/// is lost now and then when the page changes its own address.
const LOOK: &str = "
    const form = document.querySelector('form[data-search]');
    if (!form) return null;
    return {
        answered: form.dataset.answered ?? null,
        count: Number(form.dataset.count),
        live: document.getElementById('search-count').textContent,
        names: Array.from(document.querySelectorAll('#search-results [data-name]'), (each) => each.textContent),
    };";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

impl Wish {
    /// As it stands in the address of the page.
    fn address(&self) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        if !self.words.is_empty() {
            query.append_pair("q", &self.words);
        }
        // In the order of the form.
        for name in FILTERS {
            for (_, value) in self.filters.iter().filter(|(filter, _)| *filter == name) {
                query.append_pair(name, value);
            }
        }
        query.finish()
    }

    /// Whether a server of `servers.json` is what is wished.
    fn suits(&self, server: &Value) -> bool {
        let has = |filter: &str, wanted: &str| {
            let own = server[filter].as_str().unwrap_or("none") == wanted;
            let remotes = server["remotes"].as_array().map(Vec::as_slice).unwrap_or_default();
            match filter {
                "category" | "namespace" => own,
                _ => remotes.iter().any(|remote| remote[filter].as_str() == Some(wanted)),
            }
        };
        let words: Vec<String> = tokens(&self.words);
        let mut text = String::new();
        for field in ["name", "title", "description"] {
            text.push(' ');
            text.push_str(server[field].as_str().unwrap_or_default());
        }
        for tool in server["tool_names"].as_array().map(Vec::as_slice).unwrap_or_default() {
            text.push(' ');
            text.push_str(tool.as_str().unwrap_or_default());
        }
        let text = tokens(&text);
        words.iter().all(|word| text.iter().any(|token| token.starts_with(word.as_str())))
            && self.filters.iter().all(|(filter, wanted)| has(filter, wanted))
    }
}

/// Servers shown at once.
const SCREEN: usize = 20;
/// Characters of a name shown.
const NAME: usize = 120;
/// The filters, in the order of the form.
const FILTERS: [&str; 6] = ["outcome", "category", "transport", "login", "namespace", "cause"];

/// Plain words of plain text: this side knows no accents, and asks for none.
fn tokens(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Types and chooses in the form of the page that is open, as a reader would.
async fn ask(session: &Session, wish: &Wish) -> anyhow::Result<Found> {
    session.fill("form[data-search] input[type=search]", &wish.words).await?;
    for (name, value) in &wish.filters {
        session.choose(&format!("form[data-search] select[name={name}]"), value).await?;
    }
    answer(session, wish).await
}

/// Waits for the answer to this wish.
async fn answer(session: &Session, wish: &Wish) -> anyhow::Result<Found> {
    answered(session, &wish.address()).await
}

/// Waits for the answer to the wish with this address.
pub(super) async fn answered(session: &Session, address: &str) -> anyhow::Result<Found> {
    let since = Instant::now();
    let found = loop {
        let found = session.run(LOOK, Vec::new()).await?;
        ensure!(!found.is_null(), "the page has no form for a search");
        if found["answered"] == address {
            break found;
        }
        ensure!(since.elapsed() < PATIENCE, "the page answers {} and not {address}", found["answered"]);
    };
    let count = found["count"].as_u64().context("the page does not count what it found")?;
    let live: String =
        found["live"].as_str().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    ensure!(live == count.to_string(), "the page says aloud {live:?} and found {count}");
    let names = found["names"].as_array().cloned().unwrap_or_default();
    Ok(Found { count, names: names.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect() })
}

/// Searches on the start page of every language; what went wrong, a line each.
pub(super) async fn check(session: &Session, from: &From<'_>, pages: &Pages) -> anyhow::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let wishes = wishes(&pages.servers);
    for lang in &pages.langs {
        let page = format!("{lang}/index.html");
        for wish in &wishes {
            // Typed and chosen by a reader, then opened by another who was given the address.
            session.goto(&from.url(&page)).await?;
            let typed = ask(session, wish).await?;
            wrong.extend(wish.judge(&typed, &pages.servers).map(|what| format!("{page}: {what}")));
            wrong.extend(visit::quiet(session, from, &page).await?);
            let address = format!("{}#{}", from.url(&page), wish.address());
            session.goto("about:blank").await?;
            session.told().await?;
            session.goto(&address).await?;
            let opened = answer(session, wish).await?;
            if opened != typed {
                wrong.push(format!(
                    "{page}: {} by its address finds {opened:?}, typed {typed:?}",
                    wish.address()
                ));
            }
            session.told().await?;
        }
    }
    Ok(wrong)
}

/// What is searched for: a tool, a beginning, filters alone, filters together, words with filters, and nothing there.
fn wishes(servers: &[Value]) -> Vec<Wish> {
    let tool = servers
        .iter()
        .filter_map(|server| server["tool_names"][0].as_str())
        .find(|tool| {
            (5..=40).contains(&tool.len())
                && tool.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        })
        .unwrap_or("search_flights")
        .to_owned();
    let beginning = tool[..4].to_owned();
    let words = |words: &str| Wish { words: words.to_owned(), filters: Vec::new() };
    let filter = |name: &'static str, value: &str| (name, value.to_owned());
    let answered = filter("outcome", "answered");
    let login = vec![
        filter("outcome", "login-required"),
        filter("transport", "streamable-http"),
        filter("login", "challenge"),
    ];
    vec![
        words(&tool),
        words(&beginning.to_uppercase()),
        words("no such words anywhere"),
        Wish { words: String::new(), filters: vec![answered.clone()] },
        Wish { words: String::new(), filters: login },
        Wish { words: tool, filters: vec![answered, filter("namespace", "domain")] },
        Wish {
            words: "test".to_owned(),
            filters: vec![filter("cause", "http-404"), filter("category", "none")],
        },
    ]
}

impl Wish {
    /// What is wrong with an answer.
    fn judge(&self, found: &Found, servers: &[Value]) -> Option<String> {
        let wanted: Vec<&Value> = servers.iter().filter(|server| self.suits(server)).collect();
        let names: BTreeSet<String> = wanted
            .iter()
            .map(|server| clean(server["name"].as_str().unwrap_or_default(), NAME).into_owned())
            .collect();
        let shown = wanted.len().min(SCREEN);
        (found.count != wanted.len() as u64 || found.names.len() != shown || !found.names.is_subset(&names))
            .then(|| {
                format!(
                    "{} finds {} and shows {:?}; it should find {}: {:?}",
                    self.address(),
                    found.count,
                    found.names,
                    wanted.len(),
                    names.iter().take(SCREEN).collect::<Vec<_>>()
                )
            })
    }
}

/// Whether a form stands in the open page though no script answers it.
pub(super) async fn hidden(session: &Session, page: &str) -> anyhow::Result<Option<String>> {
    let shown = session
        .run(
            "const form = document.querySelector('form[data-search]'); return form !== null && form.offsetHeight > 0;",
            Vec::new(),
        )
        .await?;
    Ok((shown != json!(false)).then(|| format!("{page}: shows a form that nothing answers")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn servers() -> Vec<Value> {
        vec![
            json!({ "name": "x/a", "category": "travel", "tool_names": ["search_flights"],
                    "remotes": [{ "outcome": "answered", "transport": "sse" }] }),
            json!({ "name": "x/b", "description": "Flights, too",
                    "remotes": [{ "outcome": "http-4xx", "cause": "http-404" }, { "outcome": "answered" }] }),
        ]
    }

    fn wish(words: &str, filters: &[(&'static str, &str)]) -> Wish {
        let filters = filters.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Wish { words: words.to_owned(), filters }
    }

    fn names(wish: &Wish) -> Vec<String> {
        servers()
            .iter()
            .filter(|server| wish.suits(server))
            .map(|server| server["name"].to_string())
            .collect()
    }

    #[test]
    fn a_server_suits_by_its_words_and_by_what_any_remote_did() {
        assert_eq!(names(&wish("flights", &[])), ["\"x/a\"", "\"x/b\""]);
        assert_eq!(names(&wish("search flig", &[])), ["\"x/a\""]);
        assert_eq!(names(&wish("", &[("category", "none")])), ["\"x/b\""]);
        assert_eq!(names(&wish("", &[("outcome", "answered"), ("cause", "http-404")])), ["\"x/b\""]);
        assert_eq!(names(&wish("ights", &[])), [""; 0]);
        assert_eq!(wish("a b", &[("cause", "x"), ("outcome", "y")]).address(), "q=a+b&outcome=y&cause=x");
    }

    #[test]
    fn an_answer_that_lacks_or_adds_a_server_is_wrong() {
        let wish = wish("flights", &[]);
        let found = |count, names: &[&str]| Found {
            count,
            names: names.iter().map(|&name| name.to_owned()).collect(),
        };
        assert_eq!(wish.judge(&found(2, &["x/a", "x/b"]), &servers()), None);
        for wrong in [found(2, &["x/a"]), found(1, &["x/a", "x/b"]), found(2, &["x/a", "x/c"])] {
            assert!(wish.judge(&wrong, &servers()).is_some(), "{wrong:?}");
        }
    }
}

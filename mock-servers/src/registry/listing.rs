//! The read side: pages of entries, and everything that can go wrong on the way through them.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use url::Url;

use crate::accept::{Door, accept};
use crate::journal::Journal;
use crate::reply::{Answer, Framing, Piece};
use crate::request::Request;
use crate::route::{Reached, Router};
use crate::script::{Alpn, End, Fault, Listen, Place, Tls};

/// What a listing serves, and how it misbehaves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Listing {
    /// The entries, in the registry's shape or as bare manifests; not looked into.
    #[serde(default)]
    pub entries: Vec<Value>,
    /// Entries a page, however many are asked for.
    #[serde(default = "Listing::page_size")]
    pub page_size: usize,
    /// Serve `/v0/servers` alone, as registries did before October 2025.
    #[serde(default)]
    pub old_path_only: bool,
    /// What goes wrong, page by page.
    #[serde(default)]
    pub trouble: Vec<Trouble>,
}

impl Listing {
    /// The registry's own default.
    const fn page_size() -> usize {
        30
    }

    /// A listing of these entries on which nothing goes wrong.
    #[must_use]
    pub fn of(entries: Vec<Value>) -> Self {
        Self { entries, page_size: 100, old_path_only: false, trouble: Vec::new() }
    }
}

/// One thing that goes wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Trouble {
    /// On which page, from 1.
    pub page: usize,
    /// How often; absent: always.
    #[serde(default)]
    pub times: Option<usize>,
    /// What.
    pub what: Wrong,
}

/// How a page goes wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Wrong {
    /// This status with a problem document.
    Status(u16),
    /// This status with a Retry-After of so many seconds.
    RetryAfter {
        /// The status.
        status: u16,
        /// The seconds.
        seconds: u32,
    },
    /// The body stops in the middle and the connection is closed.
    Cut,
    /// The connection is reset before the answer.
    Reset,
    /// The answer never comes.
    Stall,
    /// 200 and a text that is no JSON.
    NotJson,
    /// 200 and an HTML page.
    Html,
    /// 200 and JSON of another shape.
    OtherShape,
    /// The page is good and its cursor is the one that led here.
    SameCursor,
    /// The page is good and its cursor leads to page 1.
    FirstCursor,
    /// The page is good, `nextCursor` is null.
    NullCursor,
    /// The page is good, `nextCursor` is a number.
    NumberCursor,
    /// So many bytes of white space before the page.
    Padded(u64),
    /// One more entry on the page, of this text, at this place.
    Entry {
        /// Before which entry of the page, from 0.
        at: usize,
        /// The entry.
        entry: Value,
    },
}

/// A listing on loopback ports, over plain HTTP and over TLS. Dropping it closes them.
#[derive(Debug)]
pub struct MockListing {
    http: SocketAddr,
    https: SocketAddr,
    shelf: Arc<Shelf>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for MockListing {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl MockListing {
    /// The name in its certificate.
    pub const NAME: &'static str = "registry.mock.test";

    /// Starts a listing on the current tokio runtime.
    ///
    /// # Errors
    /// When no port can be bound.
    pub async fn start(listing: Listing) -> io::Result<Self> {
        let (http, https) =
            (TcpListener::bind(("127.0.0.1", 0)).await?, TcpListener::bind(("127.0.0.1", 0)).await?);
        let (at, tls_at) = (http.local_addr()?, https.local_addr()?);
        let shelf = Arc::new(Shelf { listing, asked: Mutex::default(), met: Mutex::default() });
        let router: Arc<dyn Router> = Arc::<Shelf>::clone(&shelf);
        let name = Self::NAME.to_owned();
        let plain = Door::new(Listen::Plain, name.clone(), Journal::default(), Arc::clone(&router));
        let tls = Listen::Tls(Tls { alpn: Alpn::Both, ..Tls::default() });
        let secure = Door::new(tls, name, Journal::default(), router);
        let tasks = vec![tokio::spawn(accept(http, plain)), tokio::spawn(accept(https, secure))];
        Ok(Self { http: at, https: tls_at, shelf, tasks })
    }

    /// Its base over plain HTTP: `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.http)
    }

    /// Where TLS listens; the name to ask for is [`MockListing::NAME`].
    #[must_use]
    pub const fn https(&self) -> SocketAddr {
        self.https
    }

    /// Every request so far: its path and query.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.shelf.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[derive(Debug)]
struct Shelf {
    listing: Listing,
    asked: Mutex<Vec<String>>,
    /// How often each trouble was met.
    met: Mutex<Vec<usize>>,
}

impl Router for Shelf {
    fn answer(&self, _: &Reached, request: Request) -> Answer {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(request.target.clone());
        let Ok(url) = Url::parse(&format!("http://registry{}", request.target)) else {
            return problem(400, "Bad Request");
        };
        let path = url.path().trim_start_matches('/');
        let known = path == "v0/servers" || (path == "v0.1/servers" && !self.listing.old_path_only);
        if request.method != "GET" || !known {
            return problem(404, "Endpoint not found");
        }
        let cursor =
            url.query_pairs().find(|(key, _)| key == "cursor").map(|(_, cursor)| cursor.into_owned());
        // A cursor is opaque to clients; this one is the page behind a word that has to survive being sent back.
        let page = match cursor.as_deref().map(|cursor| cursor.strip_prefix("after page=").map(str::parse)) {
            None => 1,
            Some(Some(Ok(before))) => 1_usize.saturating_add(before),
            Some(_) => return problem(400, "Invalid cursor"),
        };
        match self.trouble(page) {
            None => json_page(&self.page(page, Next::Ordinary, None)),
            Some(wrong) => self.wrong(page, &wrong),
        }
    }
}

/// What the page says of the next.
enum Next {
    Ordinary,
    Is(Value),
}

impl Shelf {
    /// What goes wrong on this page, this time.
    fn trouble(&self, page: usize) -> Option<Wrong> {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.resize(self.listing.trouble.len(), 0);
        let due =
            self.listing.trouble.iter().zip(met.iter_mut()).find(|(trouble, met)| {
                trouble.page == page && trouble.times.is_none_or(|times| **met < times)
            });
        due.map(|(trouble, met)| {
            *met += 1;
            trouble.what.clone()
        })
    }

    fn page(&self, page: usize, next: Next, extra: Option<(usize, &Value)>) -> String {
        let size = self.listing.page_size.max(1);
        let mut pages = self.listing.entries.chunks(size);
        let mut entries: Vec<&Value> = pages.nth(page - 1).unwrap_or_default().iter().collect();
        let more = page * size < self.listing.entries.len();
        if let Some((at, entry)) = extra {
            entries.insert(at.min(entries.len()), entry);
        }
        let mut metadata = json!({ "count": entries.len() });
        match next {
            Next::Ordinary if more => metadata["nextCursor"] = json!(format!("after page={page}")),
            Next::Ordinary => {}
            Next::Is(cursor) => metadata["nextCursor"] = cursor,
        }
        json!({ "servers": entries, "metadata": metadata }).to_string()
    }

    fn wrong(&self, page: usize, wrong: &Wrong) -> Answer {
        let good = || self.page(page, Next::Ordinary, None);
        let faulty = |at, how| Answer { fault: Some(Fault { at, how, bytes: None }), ..json_page(&good()) };
        let next = |cursor| json_page(&self.page(page, Next::Is(cursor), None));
        match wrong {
            Wrong::Status(status) => problem(*status, "as the test asks"),
            Wrong::RetryAfter { status, seconds } => {
                let mut answer = problem(*status, "as the test asks");
                answer.headers.push(("retry-after".into(), seconds.to_string().into()));
                answer
            }
            Wrong::Cut => faulty(Place::InBody, End::Close),
            Wrong::Reset => faulty(Place::Start, End::Reset),
            Wrong::Stall => faulty(Place::Start, End::Stall),
            Wrong::NotJson => Answer::page("application/json", "{\"servers\": [{"),
            Wrong::Html => Answer::page("text/html", "<!doctype html><title>Registry</title>"),
            Wrong::OtherShape => Answer::page("application/json", "{\"items\": []}"),
            Wrong::SameCursor => next(json!(format!("after page={}", page - 1))),
            Wrong::FirstCursor => next(json!("after page=0")),
            Wrong::NullCursor => next(Value::Null),
            Wrong::NumberCursor => next(json!(page)),
            Wrong::Padded(bytes) => {
                let mut answer = json_page(&good());
                answer.body.insert(0, Piece::Fill { text: " ".into(), size: Some(*bytes) });
                answer.framing = Framing::Chunked;
                answer
            }
            Wrong::Entry { at, entry } => json_page(&self.page(page, Next::Ordinary, Some((*at, entry)))),
        }
    }
}

fn json_page(text: &str) -> Answer {
    Answer::page("application/json", text)
}

fn problem(status: u16, title: &str) -> Answer {
    let body = json!({ "title": title, "status": status, "detail": title }).to_string();
    Answer { status, ..Answer::page("application/problem+json", &body) }
}

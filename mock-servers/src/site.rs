//! Many mocks behind one address: each below a path, and under a host name of its own.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::accept::{Door, accept};
use crate::behaviour::{Behaviour, HOME};
use crate::journal::Journal;
use crate::reply::Answer;
use crate::request::Request;
use crate::route::{Reached, Router, names};
use crate::script::{Listen, Script, Tls};

/// A mock that was left alone for so long begins anew: its counters, its session, its journal.
pub const ANEW_AFTER: Duration = Duration::from_secs(5);
/// Where names of mocks end.
const ZONE: &str = ".mock.test";

/// Many mocks behind one address.
///
/// The mock `family/name` is served at `/family/name/mcp`, and at `/mcp` of the host `family.name.mock.test`, over plain HTTP
/// and over TLS. `GET /family/name/journal` tells what it received and what broke. A mock that nobody asked for
/// [`ANEW_AFTER`] begins anew.
#[derive(Debug)]
pub struct Site {
    http: SocketAddr,
    https: SocketAddr,
    tasks: Vec<JoinHandle<()>>,
}

/// What a site shows.
#[derive(Debug, Default)]
pub struct Exhibits {
    /// The mocks by id, `family/name`.
    pub scripts: BTreeMap<String, Script>,
    /// Pages by path: Content-Type and body. `/` among them.
    pub pages: BTreeMap<String, (String, String)>,
}

impl Site {
    /// Starts a site on the current tokio runtime, at these addresses; port 0 takes a free one.
    ///
    /// # Errors
    ///
    /// An address could not be bound.
    pub async fn start(http: SocketAddr, https: SocketAddr, exhibits: Exhibits) -> io::Result<Self> {
        let (http, https) = (TcpListener::bind(http).await?, TcpListener::bind(https).await?);
        let (at, tls_at) = (http.local_addr()?, https.local_addr()?);
        let behaviours =
            exhibits.scripts.into_iter().map(|(id, script)| (id, Exhibit::new(script))).collect();
        let router: Arc<dyn Router> = Arc::new(Hall { behaviours, pages: exhibits.pages });
        let tls = Listen::Tls(Tls::default());
        let name = format!("site{ZONE}");
        let plain = Door::new(Listen::Plain, name.clone(), Journal::default(), Arc::clone(&router));
        let secure = Door::new(tls, name, Journal::default(), router);
        let tasks = vec![tokio::spawn(accept(http, plain)), tokio::spawn(accept(https, secure))];
        Ok(Self { http: at, https: tls_at, tasks })
    }

    /// The address of plain HTTP.
    #[must_use]
    pub const fn http(&self) -> SocketAddr {
        self.http
    }

    /// The address of TLS.
    #[must_use]
    pub const fn https(&self) -> SocketAddr {
        self.https
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

struct Exhibit {
    behaviour: Behaviour,
    last: Mutex<Option<Instant>>,
}

impl Exhibit {
    fn new(script: Script) -> Self {
        Self { behaviour: Behaviour::new(script, Vec::new()), last: Mutex::default() }
    }

    fn answer(&self, reached: &Reached, request: &Request, prefix: &str) -> Answer {
        {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.is_some_and(|last| last.elapsed() > ANEW_AFTER) {
                self.behaviour.restart();
            }
            *last = Some(Instant::now());
        }
        self.behaviour.answer(request, &names(reached, request, prefix, ""))
    }

    fn journal(&self) -> String {
        let journal = &self.behaviour.journal;
        let requests: Vec<_> = journal
            .requests()
            .iter()
            .map(|request| json!({ "request": request.label(HOME), "version": request.version, "connection": request.connection }))
            .collect();
        let breaches: Vec<_> = journal
            .breaches()
            .iter()
            .map(|breach| json!({ "demand": breach.demand, "evidence": breach.evidence }))
            .collect();
        json!({ "requests": requests, "breaches": breaches }).to_string()
    }
}

struct Hall {
    behaviours: BTreeMap<String, Exhibit>,
    pages: BTreeMap<String, (String, String)>,
}

impl Router for Hall {
    fn answer(&self, reached: &Reached, mut request: Request) -> Answer {
        if let Some(exhibit) = self.named(reached, &request) {
            return exhibit.answer(reached, &request, "");
        }
        if let Some((kind, text)) = self.pages.get(&request.target) {
            return Answer::page(kind, text);
        }
        let Some((id, rest)) = split(&request.target) else { return missing() };
        let Some(exhibit) = self.behaviours.get(&id) else { return missing() };
        if rest == "/journal" && request.method == "GET" {
            return Answer::page("application/json", &exhibit.journal());
        }
        request.target = rest;
        exhibit.answer(reached, &request, &format!("/{id}"))
    }
}

impl Hall {
    /// The mock that the host name is of.
    fn named(&self, reached: &Reached, request: &Request) -> Option<&Exhibit> {
        let host = request.authority.rsplit_once(':').map_or(request.authority.as_str(), |(host, _)| host);
        let of = |name: &str| {
            name.strip_suffix(ZONE).and_then(|name| self.behaviours.get(&name.replacen('.', "/", 1)))
        };
        of(host).or_else(|| reached.server_name.as_deref().and_then(of))
    }
}

fn missing() -> Answer {
    Answer::text(404, "no such mock; GET / lists them\n")
}

/// `/family/name/rest` as the id and `/rest`.
fn split(target: &str) -> Option<(String, String)> {
    let mut parts = target.strip_prefix('/')?.splitn(3, '/');
    let (family, name, rest) = (parts.next()?, parts.next()?, parts.next()?);
    Some((format!("{family}/{name}"), format!("/{rest}")))
}

//! The mock registry as a server on a loopback port.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::auth::{self, with_github, with_key};
use super::clock::Clock;
use super::outside::Outside;
use super::problem::Problem;
use super::publish::{publish, validate};
use super::store::{Status, Store};
use super::token::Signer;

/// The largest body that is read, in bytes. The registry's own limit is not documented; no manifest comes near.
const MAX_BODY: usize = 4 * 1024 * 1024;

/// A call that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The method.
    pub method: String,
    /// The path.
    pub path: String,
    /// The status of the answer.
    pub status: u16,
}

/// A registry on a loopback port. Dropping it closes the port.
#[derive(Debug)]
pub struct MockRegistry {
    address: SocketAddr,
    state: Arc<State>,
    task: tokio::task::JoinHandle<()>,
}

#[derive(Debug)]
struct State {
    outside: Mutex<Outside>,
    clock: Clock,
    signer: Signer,
    store: Mutex<Store>,
    journal: Mutex<Vec<Call>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for MockRegistry {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl MockRegistry {
    /// Starts an empty registry in this world.
    ///
    /// # Errors
    /// When no port can be bound, or the system gives no randomness for the signing key.
    pub async fn start(outside: Outside) -> io::Result<Self> {
        let state = State {
            outside: Mutex::new(outside),
            clock: Clock::default(),
            signer: Signer::new().map_err(|_| io::Error::other("no randomness for the signing key"))?,
            store: Mutex::default(),
            journal: Mutex::default(),
        };
        let state = Arc::new(state);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(accept(listener, Arc::clone(&state)));
        Ok(Self { address, state, task })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address before `/v0`: `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The clock, to be moved.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.state.clock
    }

    /// Changes the world from now on.
    pub fn change(&self, change: impl FnOnce(&mut Outside)) {
        change(&mut lock(&self.state.outside));
    }

    /// Sets the status of a published version; false where there is none.
    #[must_use]
    pub fn set_status(&self, name: &str, version: &str, status: Status) -> bool {
        lock(&self.state.store).set_status(name, version, status, self.state.clock.now())
    }

    /// A token that grants `publish` on these patterns, without a login.
    #[must_use]
    pub fn token(&self, patterns: &[&str]) -> String {
        let patterns = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        let granted = auth::grant("none", "test", patterns, &self.state.clock, &self.state.signer);
        granted["registry_token"].as_str().unwrap_or_default().to_owned()
    }

    /// Answers a POST as over the network, without one: the path from `/v0` on, the token of a login, the body.
    pub async fn post(&self, path: &str, token: Option<&str>, body: &[u8]) -> (u16, Value) {
        let authorization = token.map(|token| format!("Bearer {token}"));
        let (status, body) = self.state.call(&Method::POST, path, authorization.as_deref(), body).await;
        (status.as_u16(), body)
    }

    /// Every call so far, in the order of the answers.
    #[must_use]
    pub fn journal(&self) -> Vec<Call> {
        lock(&self.state.journal).clone()
    }
}

async fn accept(listener: TcpListener, state: Arc<State>) {
    while let Ok((stream, _)) = listener.accept().await {
        let state = Arc::clone(&state);
        tokio::spawn(async move {
            let service = service_fn(|request| respond(Arc::clone(&state), request));
            let served = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
            if let Err(why) = served {
                tracing::debug!(%why, "a connection to the mock registry broke off");
            }
        });
    }
}

async fn respond(state: Arc<State>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let authorization = head.headers.get(AUTHORIZATION).map(|value| value.to_str().unwrap_or_default());
    let (status, body) = match Limited::new(body, MAX_BODY).collect().await {
        Ok(body) => state.call(&head.method, head.uri.path(), authorization, &body.to_bytes()).await,
        Err(_) => state.told(&head.method, head.uri.path(), Err(Problem::too_large())),
    };
    let media = if status == StatusCode::OK { "application/json" } else { "application/problem+json" };
    let mut response = Response::new(Full::new(Bytes::from(body.to_string())));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media));
    Ok(response)
}

impl State {
    /// Answers one call and keeps it in the journal.
    async fn call(
        &self,
        method: &Method,
        path: &str,
        authorization: Option<&str>,
        body: &[u8],
    ) -> (StatusCode, Value) {
        self.told(method, path, self.answer(method, path, authorization, body).await)
    }

    fn told(&self, method: &Method, path: &str, answer: Result<Value, Problem>) -> (StatusCode, Value) {
        let (status, body) = match answer {
            Ok(body) => (StatusCode::OK, body),
            Err(problem) => (problem.status(), json!(problem)),
        };
        let (method, path) = (method.to_string(), path.to_owned());
        lock(&self.journal).push(Call { method, path, status: status.as_u16() });
        (status, body)
    }

    async fn answer(
        &self,
        method: &Method,
        path: &str,
        authorization: Option<&str>,
        body: &[u8],
    ) -> Result<Value, Problem> {
        let call = path.strip_prefix("/v0.1/").or_else(|| path.strip_prefix("/v0/")).unwrap_or_default();
        if method != Method::POST {
            return Err(nothing_there());
        }
        let outside = lock(&self.outside).clone();
        match call {
            "auth/dns" => with_key(auth::Method::Dns, body, &outside, &self.clock, &self.signer).await,
            "auth/http" => with_key(auth::Method::Http, body, &outside, &self.clock, &self.signer).await,
            "auth/github-at" => with_github(body, &outside, &self.clock, &self.signer),
            "publish" => publish(body, authorization, &outside, &self.clock, &self.signer, &self.store),
            "validate" => validate(body),
            _ => Err(nothing_there()),
        }
    }
}

fn nothing_there() -> Problem {
    Problem::not_found("Endpoint not found. See /docs for the API documentation.")
}

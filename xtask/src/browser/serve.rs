//! A web host for a site on disk: loopback, files as they are, no header that a plain host would not send. It remembers
//! what it was asked for and could not give.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::CONTENT_TYPE;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A running host; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Host {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    task: JoinHandle<()>,
}

/// One request.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// Its path and query.
    pub(super) path: String,
    /// What it got.
    pub(super) status: u16,
}

impl Drop for Host {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Host {
    /// Serves a folder on a port of its own.
    pub(super) async fn start(folder: &Path) -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let asked = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::new((folder.to_owned(), Arc::clone(&asked)));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&shared);
                tokio::spawn(async move {
                    let service = service_fn(|request| {
                        let (folder, asked) = &*shared;
                        std::future::ready(Ok::<_, Infallible>(answer(folder, asked, &request)))
                    });
                    // A browser that leaves is no news.
                    let _ = hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), service)
                        .await;
                });
            }
        });
        Ok(Self { address, asked, task })
    }

    /// Where it is, without a slash at the end.
    pub(super) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What was asked since this was last called.
    pub(super) fn asked(&self) -> Vec<Asked> {
        std::mem::take(&mut *self.asked.lock().expect("nobody panics while holding it"))
    }
}

fn answer(folder: &Path, asked: &Mutex<Vec<Asked>>, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    let path = request.uri().path();
    let found = file(folder, path).and_then(|file| Some((kind(&file), std::fs::read(file).ok()?)));
    let response = if let Some((kind, bytes)) = found {
        let mut response = Response::new(Full::new(Bytes::from(bytes)));
        response.headers_mut().insert(CONTENT_TYPE, hyper::header::HeaderValue::from_static(kind));
        response
    } else {
        let mut response = Response::new(Full::new(Bytes::from_static(b"not here\n")));
        *response.status_mut() = StatusCode::NOT_FOUND;
        response
    };
    let line = Asked { path: request.uri().to_string(), status: response.status().as_u16() };
    asked.lock().expect("nobody panics while holding it").push(line);
    response
}

/// The file behind a path, never outside the folder.
fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let relative = Path::new(path.trim_start_matches('/'));
    let plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(relative);
    match (plain, file.is_dir()) {
        (false, _) => None,
        (true, true) => Some(file.join("index.html")),
        (true, false) => Some(file),
    }
}

/// The media type by the file's ending.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("csv") => "text/csv; charset=utf-8",
        Some("xml") => "application/xml",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_never_leaves_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("en")).unwrap();
        assert_eq!(file(folder.path(), "/en/"), Some(folder.path().join("en/index.html")));
        assert_eq!(file(folder.path(), "/en/a.html"), Some(folder.path().join("en/a.html")));
        assert_eq!(file(folder.path(), "/../x"), None);
        assert_eq!(file(folder.path(), "//en/../../x"), None);
    }
}

//! The page of a repository: there, gone, or moved.

use reqwest::Method;
use url::Url;

use super::fetch::{Fetcher, Question, Silence};
use crate::manifest::facts::Page;

/// Redirects that lead to the same repository in another spelling.
const MAX_HOPS: usize = 3;

/// Asks for the page, never for its content.
pub(super) async fn look(fetcher: &Fetcher, address: &str) -> Result<Page, Silence> {
    let mut url = Url::parse(address).map_err(|error| Silence::Failed(error.to_string()))?;
    // The manifest may say http; it is the same page, and we do not ask in the clear.
    let _ = url.set_scheme("https");
    for _ in 0..MAX_HOPS {
        let question = Question { method: Method::HEAD, url: url.clone(), accept: "text/html", limit: 0 };
        let reply = match fetcher.ask(&question, &fetcher.reach).await {
            Err(Silence::NoHost(host)) => {
                return Ok(Page::Gone(format!("cannot be reached: `{host}` does not resolve")));
            }
            other => other?,
        };
        match (reply.status, reply.location) {
            (200..=299, _) => return Ok(Page::Answers),
            (status @ (404 | 410), _) => return Ok(Page::Gone(format!("answers {status}"))),
            (301 | 308, Some(to)) if is_same(&url, &to) => url = to,
            (301 | 308, Some(to)) if is_repository(&to) => return Ok(Page::Moved(to.to_string())),
            (status, Some(to)) => {
                return Err(Silence::Failed(format!("it answers {status} and leads to {to}")));
            }
            (status, None) => return Err(Silence::Failed(format!("it answers {status}"))),
        }
    }
    Err(Silence::Failed(format!("it redirects more than {MAX_HOPS} times")))
}

/// Owner and repository of an address, in lower case, without `.git`.
fn names(url: &Url) -> Vec<String> {
    let parts = url.path().split('/').filter(|part| !part.is_empty());
    parts.map(|part| part.strip_suffix(".git").unwrap_or(part).to_ascii_lowercase()).collect()
}

fn is_same(from: &Url, to: &Url) -> bool {
    let host = |url: &Url| url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host).to_owned());
    to.scheme() == "https" && host(from) == host(to) && names(from) == names(to)
}

fn is_repository(url: &Url) -> bool {
    url.scheme() == "https" && names(url).len() >= 2 && !names(url).iter().any(|part| part == "sign_in")
}

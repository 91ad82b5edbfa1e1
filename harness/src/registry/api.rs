//! Entries from a registry's API: an ordinary, patient client that keeps what it has read.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, StatusCode, Url};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Listing;
use crate::causes::causes;

/// The paths tried, newest first: v0.1 is the frozen one.
const PATHS: [&str; 2] = ["v0.1/servers", "v0/servers"];
/// Entries asked for on a page (the API's own limit).
const PAGE_LIMIT: u32 = 100;

/// How much is read of a registry before it is called endless.
#[derive(Debug, Clone, Copy)]
pub struct ApiLimits {
    /// Pages. The public registry has about 610.
    pub pages: u32,
    /// Bytes of one page.
    pub page_bytes: usize,
    /// One request, from connect to last byte.
    pub request: Duration,
    /// Tries of one page before the source counts as down.
    pub tries: u32,
    /// The first wait between two tries; doubled each time, and never longer than [`ApiLimits::longest_wait`].
    pub first_wait: Duration,
    /// The longest wait, whatever Retry-After asks for.
    pub longest_wait: Duration,
}

impl Default for ApiLimits {
    fn default() -> Self {
        Self {
            pages: 5_000,
            page_bytes: 32 * 1024 * 1024,
            request: Duration::from_secs(30),
            tries: 5,
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_secs(60),
        }
    }
}

/// A registry that gave nothing at all.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The address is no http or https URL.
    #[error("`{0}` is no http or https URL")]
    BadUrl(String),
    /// The client could not be built.
    #[error("the HTTP client cannot be set up: {0}")]
    Client(#[source] reqwest::Error),
    /// The first page could not be had.
    #[error("{url}: {why}")]
    Down {
        /// What was asked for.
        url: String,
        /// Why the last try failed.
        why: String,
    },
}

/// A registry's read API.
#[derive(Debug)]
pub struct Api {
    base: Url,
    client: Client,
    limits: ApiLimits,
    updated_since: Option<String>,
}

/// A page as it is sent; entries are only carried until each is read for itself.
#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    servers: Vec<&'a RawValue>,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default, rename = "nextCursor", alias = "next_cursor")]
    next_cursor: Option<String>,
}

/// Why one try of one page failed, and whether another makes sense.
struct Miss {
    why: String,
    again: bool,
    wait: Option<Duration>,
    not_found: bool,
}

impl Api {
    /// A client of the registry at `base`. `configure` may add name overrides; the proxy of the environment is never
    /// used, and redirects are followed as any API client does.
    ///
    /// # Errors
    /// When `base` is no usable URL, or the client cannot be built.
    pub fn new(
        base: &str,
        user_agent: &str,
        limits: ApiLimits,
        updated_since: Option<String>,
        roots: rustls::RootCertStore,
        configure: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> Result<Self, ApiError> {
        let mut url = Url::parse(base).map_err(|_| ApiError::BadUrl(base.to_owned()))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(ApiError::BadUrl(base.to_owned()));
        }
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        let tls = crate::trust::client_config(Arc::new(roots), &[b"http/1.1"]);
        let builder = Client::builder()
            .no_proxy()
            .user_agent(user_agent)
            .timeout(limits.request)
            .tls_backend_preconfigured(tls);
        let client = configure(builder).build().map_err(ApiError::Client)?;
        Ok(Self { base: url, client, limits, updated_since })
    }

    /// Reads every page. What was read before a failure is kept, and the listing says that it was cut short.
    ///
    /// # Errors
    /// Only when not even the first page could be had.
    pub async fn read(&self, mut progress: impl FnMut(usize, u32)) -> Result<Listing, ApiError> {
        let mut listing = Listing::default();
        let mut path = PATHS[0];
        let mut cursor: Option<String> = None;
        let mut seen = HashSet::new();
        let mut page = 1;
        loop {
            let url = self.page_url(path, cursor.as_deref());
            let text = match self.page(&url).await {
                Ok(text) => text,
                Err(miss) if page == 1 && miss.not_found && path == PATHS[0] => {
                    path = PATHS[1];
                    continue;
                }
                Err(miss) if page == 1 => return Err(ApiError::Down { url: url.into(), why: miss.why }),
                Err(miss) => {
                    listing.cut_short = Some(format!("page {page}: {}", miss.why));
                    return Ok(listing);
                }
            };
            let parsed: Page<'_> = match serde_json::from_str(&text) {
                Ok(parsed) => parsed,
                Err(error) => {
                    let why = format!("the reply is no page of a registry: {error}");
                    if page == 1 {
                        return Err(ApiError::Down { url: url.into(), why });
                    }
                    listing.cut_short = Some(format!("page {page}: {why}"));
                    return Ok(listing);
                }
            };
            for (index, entry) in parsed.servers.into_iter().enumerate() {
                listing.add(entry.get(), || format!("page {page}, entry {}", index + 1));
            }
            progress(listing.entries.len(), page);
            // An empty cursor cannot be told from the first page by this API, so it ends the list like an absent one.
            let Some(next) = parsed.metadata.next_cursor.filter(|next| !next.is_empty()) else {
                return Ok(listing);
            };
            if !seen.insert(next.clone()) {
                listing.cut_short =
                    Some(format!("page {page}: the cursor was already sent; the registry goes in a circle"));
                return Ok(listing);
            }
            if page >= self.limits.pages {
                listing.cut_short = Some(format!("stopped after {page} pages"));
                return Ok(listing);
            }
            cursor = Some(next);
            page += 1;
        }
    }

    fn page_url(&self, path: &str, cursor: Option<&str>) -> Url {
        let mut url = self.base.join(path).expect("a relative path joins a base URL");
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("limit", &PAGE_LIMIT.to_string());
            match &self.updated_since {
                // The API refuses to hide deleted entries together with `updated_since`, and gives all versions then.
                Some(since) => query.append_pair("updated_since", since),
                None => query.append_pair("version", "latest"),
            };
            if let Some(cursor) = cursor {
                query.append_pair("cursor", cursor);
            }
        }
        url
    }

    /// One page, with as many tries as make sense.
    async fn page(&self, url: &Url) -> Result<String, Miss> {
        let mut wait = self.limits.first_wait;
        let mut tries = 1;
        loop {
            match self.once(url).await {
                Ok(text) => return Ok(text),
                Err(miss) if !miss.again || tries >= self.limits.tries => {
                    let why =
                        if tries > 1 { format!("{} (after {tries} tries)", miss.why) } else { miss.why };
                    return Err(Miss { why, ..miss });
                }
                Err(miss) => {
                    tokio::time::sleep(miss.wait.unwrap_or(wait).min(self.limits.longest_wait)).await;
                    wait = (wait * 2).min(self.limits.longest_wait);
                    tries += 1;
                }
            }
        }
    }

    async fn once(&self, url: &Url) -> Result<String, Miss> {
        let broke =
            |error: reqwest::Error| Miss { why: causes(&error), again: true, wait: None, not_found: false };
        let mut reply = self.client.get(url.clone()).send().await.map_err(broke)?;
        let status = reply.status();
        if !status.is_success() {
            let wait = reply
                .headers()
                .get(reqwest::header::RETRY_AFTER)
                .and_then(|value| value.to_str().ok()?.trim().parse().ok())
                .map(Duration::from_secs);
            return Err(Miss {
                why: format!("HTTP {}", status.as_u16()),
                again: status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error(),
                wait,
                not_found: status == StatusCode::NOT_FOUND,
            });
        }
        let mut body = Vec::new();
        while let Some(chunk) = reply.chunk().await.map_err(broke)? {
            if body.len() + chunk.len() > self.limits.page_bytes {
                let why = format!("the page is larger than {} MiB", self.limits.page_bytes / 1024 / 1024);
                return Err(Miss { why, again: false, wait: None, not_found: false });
            }
            body.extend_from_slice(&chunk);
        }
        String::from_utf8(body).map_err(|_| Miss {
            why: "the page is not UTF-8".to_owned(),
            again: false,
            wait: None,
            not_found: false,
        })
    }
}

//! One page after the other in the browser: it loads, says nothing in its console, asks nobody outside, every request of
//! it is answered, and people with other eyes and hands can use it.

use serde_json::{Value, json};

use super::driver::Session;
use super::serve::Host;

/// Where pages come from.
#[derive(Debug)]
pub(super) enum From<'a> {
    /// A web host.
    Web(&'a Host),
    /// The disk: the URL of the site's folder.
    Disk(String),
}

impl From<'_> {
    /// The URL of a page.
    pub(super) fn url(&self, page: &str) -> String {
        match self {
            Self::Web(host) => format!("{}/{page}", host.origin()),
            Self::Disk(folder) => format!("{folder}/{page}"),
        }
    }

    /// Whether a request stays inside.
    fn has(&self, url: &str) -> bool {
        match self {
            Self::Web(host) => url.strip_prefix(&host.origin()).is_some_and(|rest| rest.starts_with('/')),
            Self::Disk(folder) => url.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')),
        }
    }
}

/// Loads a page; what went wrong, a line each.
pub(super) async fn load(session: &Session, from: &From<'_>, page: &str) -> anyhow::Result<Vec<String>> {
    let url = from.url(page);
    session.goto(&url).await?;
    quiet(session, from, page).await
}

/// What went wrong since the last look.
pub(super) async fn quiet(session: &Session, from: &From<'_>, page: &str) -> anyhow::Result<Vec<String>> {
    let told = session.told().await?;
    let mut wrong: Vec<String> = told.console.iter().map(|line| format!("{page}: console: {line}")).collect();
    if told.requests.is_empty() {
        wrong.push(format!("{page}: the browser tells of no request, so nothing was watched"));
    }
    let outside = told.requests.iter().filter(|url| !from.has(url));
    wrong.extend(outside.map(|url| format!("{page}: request outside: {url}")));
    wrong.extend(told.failed.iter().map(|what| format!("{page}: request failed: {what}")));
    if let From::Web(host) = from {
        let refused = host.asked().into_iter().filter(|asked| asked.status >= 400);
        wrong.extend(refused.map(|asked| format!("{page}: HTTP {} for {}", asked.status, asked.path)));
    }
    Ok(wrong)
}

/// What axe-core has against the page that is open.
pub(super) async fn accessible(session: &Session, axe: &str, page: &str) -> anyhow::Result<Vec<String>> {
    session.run(axe, Vec::new()).await?;
    let found = session
        .run_async(
            "const done = arguments[arguments.length - 1];
             axe.run(document, { resultTypes: ['violations'] }).then(
                 (found) => done(found.violations.map((each) => [each.id, each.help, each.nodes[0].html,
                     each.nodes[0].failureSummary])),
                 (error) => done([['axe', String(error), '', '']]));",
            Vec::new(),
        )
        .await?;
    let violations = found.as_array().cloned().unwrap_or_default();
    Ok(violations.iter().map(|violation| format!("{page}: accessibility: {}", shown(violation))).collect())
}

fn shown(violation: &Value) -> String {
    let part = |at: usize| violation[at].as_str().unwrap_or_default();
    let html: String = part(2).chars().take(200).collect();
    format!("{}: {}: {html} ({})", part(0), part(1), part(3).replace('\n', " "))
}

/// How far the page that is open is wider than its window, in CSS pixels.
pub(super) async fn overflow(session: &Session) -> anyhow::Result<i64> {
    let wide = session
        .run("const page = document.documentElement; return page.scrollWidth - page.clientWidth;", Vec::new())
        .await?;
    Ok(wide.as_i64().unwrap_or_default())
}

/// A picture of the page that is open, from its top to `height` CSS pixels, as PNG in base64.
pub(super) async fn picture(session: &Session, width: u32, height: u32) -> anyhow::Result<String> {
    let long = session.run("return document.documentElement.scrollHeight;", Vec::new()).await?;
    let height = u64::from(height).min(long.as_u64().unwrap_or_default().max(1));
    let clip = json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 });
    let taken = session
        .devtools("Page.captureScreenshot", json!({ "clip": clip, "captureBeyondViewport": true }))
        .await?;
    Ok(taken["data"].as_str().unwrap_or_default().to_owned())
}

//! The browser: Debian's chromedriver as a process of ours, and a headless Chromium session with what the checks need
//! beyond WebDriver's own words: the logs, and commands of the DevTools protocol.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail, ensure};
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::{ParseError, Url};

use super::install::{CHROMEDRIVER, CHROMIUM};

/// How long the driver may take to listen, and a page to load: a cold browser on a busy machine takes seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// How Chromium is started. It asks nobody outside for anything: no name but loopback resolves.
const FLAGS: [&str; 15] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// A running chromedriver; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Driver {
    child: Child,
    url: String,
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Driver {
    /// Starts it on a port of its own choice.
    pub(super) fn start() -> anyhow::Result<Self> {
        let mut child = Command::new(CHROMEDRIVER)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("failed to start {CHROMEDRIVER}"))?;
        let output = child.stdout.take().context("chromedriver has no output")?;
        let mut driver = Self { child, url: String::new() };
        let (told, port) = mpsc::channel();
        std::thread::spawn(move || {
            // Read to the end, so that it never stands before a full pipe.
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Some(port) = port_in(&line) {
                    let _ = told.send(port);
                }
            }
        });
        match port.recv_timeout(PATIENCE) {
            Ok(port) => driver.url = format!("http://127.0.0.1:{port}"),
            Err(_) => bail!("chromedriver did not say its port within {} s", PATIENCE.as_secs()),
        }
        Ok(driver)
    }

    /// Opens a browser with a profile of its own.
    pub(super) async fn open(&self) -> anyhow::Result<Session> {
        let profile = tempfile::Builder::new().prefix("rollcall-browser").tempdir()?;
        let mut args: Vec<String> = FLAGS.map(str::to_owned).to_vec();
        args.push(format!("--user-data-dir={}", profile.path().display()));
        let mut capabilities = Capabilities::new();
        capabilities.insert("goog:chromeOptions".to_owned(), json!({ "binary": CHROMIUM, "args": args }));
        capabilities
            .insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL", "performance": "ALL" }));
        let wait = PATIENCE.as_millis();
        capabilities.insert("timeouts".to_owned(), json!({ "pageLoad": wait, "script": wait }));
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.url)
            .await
            .map_err(|error| anyhow!("chromedriver opens no browser: {error}"))?;
        let session = Session { client, _profile: profile };
        // What the browser itself opens first is not ours to judge.
        session.goto("about:blank").await?;
        session.told().await?;
        Ok(session)
    }
}

/// The port in `ChromeDriver was started successfully on port 43215.`
fn port_in(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("started successfully on port ")?;
    port.trim_end().trim_end_matches('.').parse().ok()
}

/// An open browser with one page.
#[derive(Debug)]
pub(super) struct Session {
    client: Client,
    _profile: TempDir,
}

/// Tells the last words of one run apart.
static LAST_WORD: AtomicU64 = AtomicU64::new(0);
/// A console that is silent for so long is broken.
const LAST_WORD_WITHIN: Duration = Duration::from_secs(20);

/// What a browser told about a page since it was last asked.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// What stands in its console, errors and warnings and notes alike.
    pub(super) console: Vec<String>,
    /// The URL of every request that it began.
    pub(super) requests: Vec<String>,
    /// The requests that failed, and how.
    pub(super) failed: Vec<String>,
}

/// How a page is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    /// Its name in a file's name.
    pub(super) name: &'static str,
    /// Width and height in CSS pixels.
    pub(super) size: (u32, u32),
    /// Whether the reader likes it dark.
    pub(super) dark: bool,
}

impl Session {
    /// Loads a page and waits for its `load` event.
    pub(super) async fn goto(&self, url: &str) -> anyhow::Result<()> {
        self.client.goto(url).await.with_context(|| format!("{url} does not load"))
    }

    /// Runs a script in the page, outside its content security policy, and gives what it returns.
    pub(super) async fn run(&self, script: &str, args: Vec<Value>) -> anyhow::Result<Value> {
        Ok(self.client.execute(script, args).await?)
    }

    /// Runs a script that calls its last argument when it is done.
    pub(super) async fn run_async(&self, script: &str, args: Vec<Value>) -> anyhow::Result<Value> {
        Ok(self.client.execute_async(script, args).await?)
    }

    /// A command of the DevTools protocol.
    pub(super) async fn devtools(&self, name: &str, params: Value) -> anyhow::Result<Value> {
        let body = json!({ "cmd": name, "params": params });
        let command = Post { path: "goog/cdp/execute", body };
        self.client.issue_cmd(command).await.with_context(|| format!("chromium refuses {name}"))
    }

    /// Empties the logs. They come a little after what they tell of, so a last word of ours in the console is waited for: all
    /// that a page said before it has come by then.
    pub(super) async fn told(&self) -> anyhow::Result<Told> {
        let word = format!("rollcall-{}", LAST_WORD.fetch_add(1, Ordering::Relaxed));
        self.run("console.info(arguments[0])", vec![word.as_str().into()]).await?;
        let asked = Instant::now();
        let mut told = Told::default();
        let mut over = false;
        while !over {
            ensure!(
                asked.elapsed() < LAST_WORD_WITHIN,
                "chromium's console does not say what it was told to"
            );
            for line in self.log("browser").await? {
                let message = line["message"].as_str().unwrap_or_default();
                if message.contains(&word) {
                    over = true;
                } else if !message.contains("\"rollcall-") {
                    told.console.push(format!("{} {message}", line["level"].as_str().unwrap_or_default()));
                }
            }
        }
        for line in self.log("performance").await? {
            let event: Value = serde_json::from_str(line["message"].as_str().unwrap_or_default())?;
            told.add(&event["message"]);
        }
        Ok(told)
    }

    async fn log(&self, kind: &str) -> anyhow::Result<Vec<Value>> {
        let lines = self.client.issue_cmd(Post { path: "se/log", body: json!({ "type": kind }) }).await?;
        Ok(lines.as_array().cloned().unwrap_or_default())
    }

    /// Shows pages like this from now on.
    pub(super) async fn view(&self, view: View) -> anyhow::Result<()> {
        let (width, height) = view.size;
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        )
        .await?;
        let scheme = if view.dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
        Ok(())
    }

    /// Whether pages loaded from now on may run scripts of their own.
    pub(super) async fn scripts(&self, allowed: bool) -> anyhow::Result<()> {
        self.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": !allowed })).await?;
        Ok(())
    }

    /// Types into a field, instead of what stands there.
    pub(super) async fn fill(&self, field: &str, text: &str) -> anyhow::Result<()> {
        let field = self.client.find(Locator::Css(field)).await?;
        field.clear().await?;
        Ok(field.send_keys(text).await?)
    }

    /// Chooses an option of a list by its value.
    pub(super) async fn choose(&self, list: &str, value: &str) -> anyhow::Result<()> {
        Ok(self.client.find(Locator::Css(list)).await?.select_by_value(value).await?)
    }

    /// Ends the browser.
    pub(super) async fn close(self) -> anyhow::Result<()> {
        Ok(self.client.close().await?)
    }
}

impl Told {
    /// Reads an event of the DevTools protocol.
    fn add(&mut self, event: &Value) {
        let params = &event["params"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match event["method"].as_str() {
            Some("Network.requestWillBeSent") => self.requests.push(text(&params["request"]["url"])),
            Some("Network.loadingFailed") => {
                let what = text(&params["errorText"]);
                let blocked = text(&params["blockedReason"]);
                self.failed.push(format!("{} {what} {blocked}", text(&params["type"])));
            }
            Some("Network.responseReceived") => {
                let response = &params["response"];
                let status = response["status"].as_u64().unwrap_or_default();
                if status >= 400 {
                    self.failed.push(format!("HTTP {status} {}", text(&response["url"])));
                }
            }
            _ => {}
        }
    }
}

/// A command that WebDriver itself does not know.
#[derive(Debug)]
struct Post {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Post {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_from_the_line_that_tells_it() {
        assert_eq!(port_in("ChromeDriver was started successfully on port 43215."), Some(43215));
        assert_eq!(port_in("Starting ChromeDriver 148.0 on port 0"), None);
    }

    #[test]
    fn a_failed_request_is_told_whether_refused_or_answered_badly() {
        let mut told = Told::default();
        told.add(&json!({ "method": "Network.requestWillBeSent", "params": { "request": { "url": "u" } } }));
        told.add(
            &json!({ "method": "Network.loadingFailed", "params": { "type": "Image", "errorText": "no" } }),
        );
        let gone = json!({ "status": 404, "url": "v" });
        told.add(&json!({ "method": "Network.responseReceived", "params": { "response": gone } }));
        let fine = json!({ "status": 200, "url": "w" });
        told.add(&json!({ "method": "Network.responseReceived", "params": { "response": fine } }));
        assert_eq!(told.requests, ["u"]);
        assert_eq!(told.failed, ["Image no ", "HTTP 404 v"]);
    }
}

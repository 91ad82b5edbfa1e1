//! Serves the cases, and tells people and programs where they are. `grade` calls a prober by itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;

use anyhow::Context as _;
use mock_servers::script::Listen;
use mock_servers::{Exhibits, Mock, Site, ca_pem};
use rollcall::exit::Exit;
use rollcall::target::Transport;
use rollcall_cases::case::Case;
use rollcall_cases::load;
use rollcall_cases::plan::host;
use rollcall_cases::servable::{Servable, servable};
use serde_json::{Value, json};

use crate::root::target_dir;
use crate::stdout::print;

/// The port of plain HTTP; TLS has the next one.
const PORT: u16 = 8080;
/// Nothing here is for anybody but this machine.
const LOCAL: Ipv4Addr = Ipv4Addr::LOCALHOST;
/// The version of the list for programs.
const LIST_SCHEMA: &str = "rollcall.cases.v1";
/// What curl says to begin a conversation.
const INITIALIZE: &str = r#"-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d '{"jsonrpc":"2.0","id":100,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}'"#;

/// `mock`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only cases whose id begins like this; repeatable.
    #[arg(long, value_name = "PREFIX")]
    only: Vec<String>,
    /// The port of plain HTTP on 127.0.0.1; TLS takes the next one. 0 takes two free ones.
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Only list the cases, and how each can be served.
    #[arg(long)]
    list: bool,
}

/// One case, and how it can be served.
struct Exhibit {
    id: String,
    case: Case,
    servable: Servable,
}

/// Serves until interrupted.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let exhibits = exhibits(&args.only)?;
    if exhibits.is_empty() {
        println!("mock: no case begins like that; cargo xtask mock --list shows them all");
        return Ok(Exit::NothingSelected);
    }
    if args.list {
        let mut list = String::new();
        for Exhibit { id, case, servable } in &exhibits {
            let how = match servable {
                Servable::Anywhere => "at a path".to_owned(),
                Servable::OwnName => "under a name of its own".to_owned(),
                Servable::OwnPort => "on a port of its own".to_owned(),
                Servable::No(reason) => format!("not servable: {reason}"),
            };
            // Writing to a String cannot fail.
            let _ = writeln!(list, "{id:<60} {:<18} {how}", case.expect.outcome);
        }
        print(&list)?;
        return Ok(Exit::Clean);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(serve(args, exhibits, &target_dir().join("mock")))
}

fn exhibits(only: &[String]) -> anyhow::Result<Vec<Exhibit>> {
    let mut exhibits = Vec::new();
    for id in load::ids()? {
        if only.is_empty() || only.iter().any(|prefix| id.starts_with(prefix.as_str())) {
            let case = load::case(&id).with_context(|| format!("case {id}"))?;
            exhibits.push(Exhibit { servable: servable(&case), id, case });
        }
    }
    Ok(exhibits)
}

/// Where a case is: its URLs, or why it has none.
#[derive(Default)]
struct Place {
    http: Option<String>,
    https: Option<String>,
    not_servable: Option<String>,
}

/// Mocks with a port of their own. What a stranger's prober broke there, or never asked for, is told in the journals and is no
/// fault of ours: a mock that is dropped unasked would panic, on Ctrl-C and just as well where the start fails half-way.
struct OwnPorts(Vec<Mock>);

impl Drop for OwnPorts {
    fn drop(&mut self) {
        for mock in self.0.drain(..) {
            let _ = mock.finish();
        }
    }
}

async fn serve(args: &Args, exhibits: Vec<Exhibit>, folder: &Path) -> anyhow::Result<Exit> {
    let (http, https) = addresses(args.port)?;
    let mut mocks = OwnPorts(Vec::new());
    let mut scripts = BTreeMap::new();
    let mut places = BTreeMap::new();
    for Exhibit { id, case, servable } in &exhibits {
        // A case that insists on plain HTTP is about plain HTTP.
        let secure = case.mock.listen.is_none();
        let place = match servable {
            Servable::Anywhere => {
                scripts.insert(id.clone(), case.mock.clone());
                Place {
                    http: Some(format!("http://{http}/{id}/mcp")),
                    https: secure.then(|| format!("https://{}:{}/mcp", host(id), https.port())),
                    not_servable: None,
                }
            }
            Servable::OwnName => {
                scripts.insert(id.clone(), case.mock.clone());
                Place {
                    http: Some(format!("http://{}:{}/mcp", host(id), http.port())),
                    https: secure.then(|| format!("https://{}:{}/mcp", host(id), https.port())),
                    not_servable: None,
                }
            }
            Servable::OwnPort => {
                let mock = Mock::of(case.mock.clone()).named(host(id)).start().await?;
                let port = mock.address().port();
                mocks.0.push(mock);
                if matches!(case.mock.listen, Some(Listen::Tls(_))) {
                    Place { https: Some(format!("https://{}:{port}/mcp", host(id))), ..Place::default() }
                } else {
                    Place { http: Some(format!("http://127.0.0.1:{port}/mcp")), ..Place::default() }
                }
            }
            Servable::No(reason) => Place { not_servable: Some(reason.clone()), ..Place::default() },
        };
        places.insert(id.clone(), place);
    }
    // Every mock has an authority of its own: a file for each port, so that none takes away another's.
    let ca = folder.join(format!("ca-{}.pem", http.port()));
    let about = about(http, &places, &ca);
    let site = Site::start(http, https, Exhibits { scripts, pages: pages(&about, &exhibits, &places)? });
    let _site = site
        .await
        .with_context(|| format!("failed to listen on {http} and {https}; --port 0 takes free ones"))?;
    // Only the one that has the port may say whom to trust there.
    ca_file(&ca)?;
    println!("{about}\n{}", examples(&exhibits, &places, &ca));
    println!("up until interrupted (Ctrl-C)");
    tokio::signal::ctrl_c().await?;
    Ok(Exit::Clean)
}

/// Plain HTTP and TLS; free ports for 0, since the pages name them before anything listens.
fn addresses(port: u16) -> anyhow::Result<(SocketAddr, SocketAddr)> {
    if port == 0 {
        let (a, b) = (TcpListener::bind((LOCAL, 0))?, TcpListener::bind((LOCAL, 0))?);
        return Ok((a.local_addr()?, b.local_addr()?));
    }
    let next =
        port.checked_add(1).context("--port: TLS takes the next port, and there is none after 65535")?;
    Ok(((LOCAL, port).into(), (LOCAL, next).into()))
}

/// Writes the certificate that clients have to trust.
fn ca_file(path: &Path) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("failed to make {}", folder.display()))?;
    }
    std::fs::write(path, ca_pem()).with_context(|| format!("failed to write {}", path.display()))
}

fn about(http: SocketAddr, places: &BTreeMap<String, Place>, ca: &Path) -> String {
    let refused = places.values().filter(|place| place.not_servable.is_some()).count();
    format!(
        "{} misbehaving MCP servers ({refused} more cases cannot be served at an address)\n\
         for people:          http://{http}/\n\
         for programs:        http://{http}/cases.json\n\
         what a case received: http://{http}/<case>/journal\n\
         certificate to trust: {}\n",
        places.len() - refused,
        ca.display()
    )
}

/// Ready-made lines for curl: the first case at a path, over both, and the first one with a port of its own.
fn examples(exhibits: &[Exhibit], places: &BTreeMap<String, Place>, ca: &Path) -> String {
    let first = |wanted: &dyn Fn(&Exhibit) -> bool| exhibits.iter().find(|exhibit| wanted(exhibit));
    let at_a_path = first(&|exhibit| {
        exhibit.servable == Servable::Anywhere && exhibit.case.entry.transport != Transport::Sse
    });
    let own_port = first(&|exhibit| {
        exhibit.servable == Servable::OwnPort && matches!(exhibit.case.mock.listen, Some(Listen::Tls(_)))
    });
    let mut lines = Vec::new();
    for exhibit in [at_a_path, own_port].into_iter().flatten() {
        let place = &places[&exhibit.id];
        lines.push(format!("# {}: {}", exhibit.id, exhibit.case.title));
        lines.extend(place.http.as_deref().map(|url| format!("curl -i {INITIALIZE} {url}")));
        lines.extend(place.https.as_deref().map(|url| {
            let (name, port) = authority(url);
            format!("curl -i --cacert {} --resolve {name}:{port}:{LOCAL} {INITIALIZE} {url}", ca.display())
        }));
    }
    lines.join("\n")
}

/// Name and port of one of our own URLs.
fn authority(url: &str) -> (&str, &str) {
    url.split('/').nth(2).and_then(|authority| authority.split_once(':')).unwrap_or_default()
}

/// `GET /` and `GET /cases.json`.
fn pages(
    about: &str,
    exhibits: &[Exhibit],
    places: &BTreeMap<String, Place>,
) -> anyhow::Result<BTreeMap<String, (String, String)>> {
    let mut people = format!("{about}\n");
    let mut programs = Vec::new();
    for exhibit in exhibits {
        let Exhibit { id, case, .. } = exhibit;
        let place = &places[id];
        let reason = case.expect.reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        // Writing to a String cannot fail.
        let _ = writeln!(people, "{id}\n  {}\n  {}{reason}", case.title, case.expect.outcome);
        for line in [&place.http, &place.https].into_iter().flatten() {
            let _ = writeln!(people, "  {line}");
        }
        if let Some(reason) = &place.not_servable {
            let _ = writeln!(people, "  not servable: {reason}");
        }
        programs.push(told(exhibit, place)?);
    }
    let programs = serde_json::to_string_pretty(&json!({ "schema": LIST_SCHEMA, "cases": programs }))?;
    Ok(BTreeMap::from([
        ("/".to_owned(), ("text/plain; charset=utf-8".to_owned(), people)),
        ("/cases.json".to_owned(), ("application/json".to_owned(), programs)),
    ]))
}

/// A case as programs read it. `policy`, `entry` and `expect` are the case's own tables, so that one page explains both.
fn told(exhibit: &Exhibit, place: &Place) -> anyhow::Result<Value> {
    let Exhibit { id, case, .. } = exhibit;
    let text = std::fs::read_to_string(load::path(id)).with_context(|| format!("case {id}"))?;
    let file: toml::Table = toml::from_str(&text).with_context(|| format!("case {id}"))?;
    let table = |name: &str| file.get(name).cloned().unwrap_or(toml::Value::Table(toml::Table::new()));
    Ok(json!({
        "id": id,
        "title": case.title,
        "reference": { "title": case.spec.title, "url": case.spec.url },
        "level": file.get("level"),
        "transport": case.entry.transport,
        "http": place.http,
        "https": place.https,
        "not_servable": place.not_servable,
        "policy": table("policy"),
        "entry": table("entry"),
        "expect": table("expect"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A case of its own port that demands a connection is started first, and nobody ever connects to it.
    #[test]
    fn a_taken_port_is_an_error_whatever_was_started_before() {
        let folder = tempfile::tempdir().unwrap();
        let taken = TcpListener::bind((LOCAL, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let exhibits = exhibits(&["tls/expired".to_owned()]).unwrap();
        assert!(exhibits.iter().any(|exhibit| exhibit.servable == Servable::OwnPort));
        let args = Args { only: Vec::new(), port, list: false };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let refused = runtime.block_on(serve(&args, exhibits, folder.path())).unwrap_err();
        assert!(refused.to_string().contains("--port 0"), "{refused}");
    }

    #[test]
    fn a_mock_that_cannot_start_leaves_the_authority_of_the_running_one() {
        let folder = tempfile::tempdir().unwrap();
        let taken = TcpListener::bind((LOCAL, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let ca = folder.path().join(format!("ca-{port}.pem"));
        std::fs::write(&ca, "of the running one").unwrap();
        let args = Args { only: Vec::new(), port, list: false };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let refused = runtime.block_on(serve(&args, Vec::new(), folder.path()));
        assert!(refused.is_err());
        assert_eq!(std::fs::read_to_string(&ca).unwrap(), "of the running one");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

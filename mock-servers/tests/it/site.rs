//! Many mocks behind one address.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};

use mock_servers::script::Script;
use mock_servers::{Exhibits, Site};

use crate::client::{Seen, converse, initialize, post};

async fn site(scripts: &[(&str, &str)]) -> Site {
    let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let scripts = scripts.iter().map(|(id, toml)| ((*id).to_owned(), Script::from_toml(toml).unwrap()));
    let pages = BTreeMap::from([("/".to_owned(), ("text/html".to_owned(), "<h1>all</h1>".to_owned()))]);
    Site::start(any, any, Exhibits { scripts: scripts.collect(), pages }).await.unwrap()
}

async fn ask(site: &Site, request: &str) -> Seen {
    let mut stream = tokio::net::TcpStream::connect(site.http()).await.unwrap();
    converse(&mut stream, request).await
}

#[tokio::test]
async fn every_mock_has_a_path_and_a_name() {
    let redirect = "[[serve]]\nwhen = { path = \"/mcp\" }\nreply = { status = 308, headers = [[\"location\", \"mock://self/mcp/\"]] }";
    let site = site(&[("good/json", ""), ("redirect/slash", redirect)]).await;
    assert_eq!(ask(&site, "GET / HTTP/1.1\r\n\r\n").await.body(), "<h1>all</h1>");
    assert_eq!(ask(&site, &post("/good/json/mcp", "", &initialize())).await.status(), 200);
    assert_eq!(ask(&site, &post("/good/none/mcp", "", &initialize())).await.status(), 404);
    let seen = ask(&site, &post("/redirect/slash/mcp", "", &initialize())).await;
    assert!(seen.text().contains("location: http://x.mock.test/redirect/slash/mcp/\r\n"), "{}", seen.text());
    let named =
        post("/mcp", "", &initialize()).replace("host: x.mock.test", "host: redirect.slash.mock.test:99");
    let seen = ask(&site, &named).await;
    assert!(seen.text().contains("location: http://redirect.slash.mock.test:99/mcp/\r\n"), "{}", seen.text());
}

#[tokio::test]
async fn a_mock_tells_what_it_received() {
    let site = site(&[("good/no-get", "demand = [\"no-get\"]")]).await;
    assert_eq!(ask(&site, "GET /good/no-get/mcp HTTP/1.1\r\n\r\n").await.status(), 405);
    let journal: serde_json::Value =
        serde_json::from_str(&ask(&site, "GET /good/no-get/journal HTTP/1.1\r\n\r\n").await.body()).unwrap();
    assert_eq!(journal["requests"][0]["request"], "GET");
    assert_eq!(journal["breaches"][0]["demand"], "no-get");
}

//! What is said to be the cause: never that a reply succeeded.

use rollcall::record::{Answer, Record, RpcError, Step};

use super::small_run::{HOSTILE, exchange, files, probed, run, write_site};

/// A handshake refused under a status of success.
fn refused(name: &str, status: u16, code: Option<i64>, message: &str) -> Record {
    let mut record = probed(&format!("com.example/{name}"), &format!("https://{name}.example.com/mcp"));
    let error = RpcError { code, message: message.into(), data: None };
    let mut reply = exchange(&record, Step::Initialize, Some(status));
    reply.answer = Some(Answer::Error(error.clone()));
    record.exchanges.push(reply);
    record.rpc_error = Some(error);
    record.decide();
    record
}

#[test]
fn a_refused_handshake_is_told_by_its_error_and_never_by_a_status_of_success() {
    let folder = tempfile::tempdir().unwrap();
    let records = [
        refused("named", 200, Some(-32602), "Unsupported protocol version"),
        refused("own", 202, Some(4_711_000), HOSTILE),
        refused("bare", 200, None, ""),
    ];
    let run = run(&folder.path().join("run"), "2026-07-28T08:00:00Z", &records, &[]);
    let site = folder.path().join("site");
    write_site(&[&run], &site);
    let texts: Vec<(String, String)> =
        files(&site).into_iter().map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap())).collect();
    for (name, text) in &texts {
        assert!(!text.contains("http-200") && !text.contains("http-202"), "{name}");
        // The facts of a record and its conversation tell statuses; nothing else does.
        if !name.contains("/server/") {
            assert!(!text.contains("HTTP 200") && !text.contains("HTTP 202"), "{name}");
        }
    }
    let page =
        |name: &str| &texts.iter().find(|(path, _)| path == name).unwrap_or_else(|| panic!("{name}")).1;
    let named = page("en/server/com.example~named.html");
    let verdict = named.split_once("class=\"verdict").unwrap().1.split_once("</p>").unwrap().0;
    assert!(
        verdict.contains("JSON-RPC error -32602 (invalid params)")
            && verdict.contains("Unsupported protocol version"),
        "{verdict}"
    );
    assert!(!verdict.contains("HTTP"), "{verdict}");
    let own = page("it/server/com.example~own.html");
    assert!(own.contains("errore JSON-RPC 4711000<") && !own.contains("<script>alert"), "{own}");
    assert!(page("ru/reason/handshake-refused-rpc-no-code.html").contains("ошибка JSON-RPC без кода"));
    assert!(page("en/index.html").contains("value=\"rpc--32602\""), "the filter of the search");
    assert!(page("servers.csv").contains(",rpc-4711000,"));
    assert!(page("servers.json").contains("\"cause\":\"rpc-no-code\""));
}

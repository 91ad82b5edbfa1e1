//! What a status says, and what is read beside it.

use super::*;

#[test]
fn statuses() {
    for (status, findings) in [
        (400, &[][..]),
        (402, &[PaymentRequired][..]),
        (404, &[]),
        (405, &[PostNotAllowed]),
        (406, &[NotAcceptable]),
        (407, &[]),
        (408, &[]),
        (410, &[Gone]),
        (415, &[UnsupportedMediaType]),
        (421, &[HostGuard]),
        (429, &[]),
        (500, &[]),
        (502, &[]),
        (520, &[EdgeError]),
        (527, &[EdgeError]),
        (528, &[]),
        (530, &[EdgeError]),
    ] {
        let mock = Mock::new(INIT, status, HTML, "<html>no</html>");
        assert_eq!(mock.unread(findings).sample.as_deref(), Some("<html>no</html>"));
        for how in [BodyEnd::Deadline, BodyEnd::Dropped, BodyEnd::Truncated] {
            Mock::new(INIT, status, HTML, "<html>no</html>").how(how).unread(findings);
        }
        Mock::new(LIST, status, "", "").unread(findings);
        Mock::new(Expect::Discover { id: ID }, status, "", "").unread(&[]);
        Mock::new(Expect::Delete, status, "", "").unread(&[]);
    }
    Mock::new(GET, 405, "", "").unread(&[GetNotAllowed]);
    for status in [301, 302, 304, 307, 308] {
        let mock = Mock::new(INIT, status, HTML, "<p>");
        assert_eq!(mock.unread(&[]).bytes, 0);
    }
}

#[test]
fn evidence_under_an_error_status() {
    let rpc = error(r#""code":-32000,"message":"session""#).replace(":7", ":null");
    for media in [JSON, "text/plain", ""] {
        let reading = Mock::new(INIT, 400, media, &rpc).unread(&[]);
        assert_eq!(reading.rpc_error.unwrap().code, Some(-32000));
        assert_eq!(reading.sample, None);
    }
    let stream = event(&rpc);
    assert!(Mock::new(INIT, 400, SSE, &stream).unread(&[]).rpc_error.is_some());
    assert!(Mock::new(INIT, 429, JSON, &rpc).unread(&[]).rpc_error.is_some());
    assert!(Mock::new(LIST, 404, JSON, &rpc.replace("null", "99")).unread(&[]).rpc_error.is_some());
    Mock::new(INIT, 400, JSON, GOOD).unread(&[ResultUnderErrorStatus]);
    Mock::new(INIT, 500, JSON, GOOD).unread(&[ResultUnderErrorStatus]);
    Mock::new(INIT, 500, JSON, &GOOD.replace(":7", ":8")).unread(&[]);
    Mock::new(INIT, 500, JSON, &result("{}")).unread(&[]);
    let versions = |code: i64, versions: &str| {
        error(&format!(r#""code":{code},"message":"no","data":{{"supported":[{versions:?}]}}"#))
    };
    Mock::new(INIT, 400, JSON, &versions(-32602, "2024-11-05")).unread(&[VersionRefused]);
    Mock::new(INIT, 400, JSON, &versions(-32022, "2026-07-28")).unread(&[ModernOnly]);
    Mock::new(LIST, 400, JSON, &versions(-32022, "2026-07-28")).unread(&[]);
    Mock::new(INIT, 404, JSON, &error(r#""code":-32601,"message":"no""#)).unread(&[]);
    Mock::new(INIT, 401, JSON, &error(r#""code":-32001,"message":"unauthorized""#)).unread(&[]);
}

#[test]
fn who_forbids() {
    let page = |title: &str| format!("<!DOCTYPE html><html><head><title>{title}</title></head></html>");
    let attention = page("Attention Required!");
    Mock::new(INIT, 403, "", "").unread(&[]);
    Mock::new(INIT, 403, HTML, &page("Just a moment...")).unread(&[BotChallenge]);
    Mock::new(INIT, 403, HTML, &attention).header("cf-mitigated", "challenge").unread(&[BotChallenge]);
    Mock::new(INIT, 403, HTML, &attention).unread(&[]);
    Mock::new(INIT, 403, HTML, &attention).header("server", "cloudflare").unread(&[EdgeBlock]);
    Mock::new(INIT, 403, HTML, &attention).header("cf-ray", "1-FRA").unread(&[EdgeBlock]);
    let challenged = Mock::new(INIT, 403, HTML, &attention).header("cf-ray", "1-FRA");
    challenged.header("www-authenticate", "Bearer").unread(&[]);
    Mock::new(INIT, 403, JSON, "{}").header("cf-ray", "1-FRA").unread(&[]);
    Mock::new(INIT, 403, "text/plain", "Invalid Host header").unread(&[HostGuard]);
    let rpc = error(r#""code":-32000,"message":"Forbidden: Origin header is not allowed""#);
    assert!(Mock::new(INIT, 403, JSON, &rpc).unread(&[HostGuard]).rpc_error.is_some());
    Mock::new(INIT, 404, "text/plain", "Invalid Host header").unread(&[]);
}

#[test]
fn notifications() {
    let note = |status, media, body: &str, findings: &[FindingId]| {
        Mock::new(Expect::Notification, status, media, body).unread(findings);
    };
    note(202, "", "", &[]);
    note(200, JSON, "", &[InitializedNot202]);
    note(204, "", "", &[InitializedNot202]);
    note(200, JSON, "null", &[InitializedNot202, InitializedBody]);
    note(200, HTML, "<p>", &[InitializedNot202, InitializedBody]);
    note(202, "text/plain", "ok", &[InitializedBody]);
    note(200, SSE, "", &[InitializedNot202]);
    note(400, JSON, &error(r#""code":1,"message":"no""#), &[InitializedRejected]);
    note(401, "", "", &[InitializedRejected]);
    note(500, HTML, "<p>", &[InitializedRejected]);
    note(302, "", "", &[InitializedRejected]);
    Mock::new(Expect::Notification, 202, "", "").how(BodyEnd::Deadline).unread(&[]);
}

use http::HeaderName;

use super::*;

fn head(lines: &[(&str, &[u8])]) -> Head {
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        headers.append(
            HeaderName::from_bytes(name.as_bytes()).unwrap(),
            HeaderValue::from_bytes(value).unwrap(),
        );
    }
    Head { status: 429, headers }
}

#[test]
fn media_types() {
    let of = |value: &str| head(&[("content-type", value.as_bytes())]).media_type();
    for json in [
        "application/json",
        " Application/JSON ;charset=utf-8",
        "\"application/json\"",
        "application/json, text/html",
    ] {
        assert_eq!(of(json), MediaType::Json, "{json}");
    }
    assert_eq!(of("TEXT/Event-Stream;x"), MediaType::EventStream);
    assert_eq!(of("text/html"), MediaType::Html);
    assert_eq!(of("text/plain"), MediaType::Text);
    for other in ["application/jsonp", "text/event-stream2", "json", "application/problem+json"] {
        assert_eq!(of(other), MediaType::Other, "{other}");
    }
    for absent in ["", ";charset=utf-8", " , "] {
        assert_eq!(of(absent), MediaType::Absent, "{absent}");
    }
    assert_eq!(head(&[]).media_type(), MediaType::Absent);
    let two = head(&[("content-type", b""), ("content-type", b"text/html")]);
    assert_eq!(two.media_type(), MediaType::Html);
    assert!(two.repeats_content_type());
    assert!(!head(&[("content-type", b"text/html; a=b")]).repeats_content_type());
}

#[test]
fn retry_after() {
    let date = ("date", &b"Mon, 30 Nov 2026 13:00:00 GMT"[..]);
    let of = |value: &str| head(&[("retry-after", value.as_bytes()), date]).retry_after();
    assert_eq!(of("120"), Some(120));
    assert_eq!(of(" 0 "), Some(0));
    assert_eq!(of("86401"), Some(86_400));
    assert_eq!(of(&"9".repeat(400)), Some(86_400));
    for odd in ["-5", "1.5", "soon", "", "+5", "5s", "٥"] {
        assert_eq!(of(odd), None, "{odd}");
    }
    assert_eq!(of("Mon, 30 Nov 2026 13:01:30 GMT"), Some(90));
    assert_eq!(of("Monday, 30-Nov-26 13:01:30 GMT"), Some(90));
    assert_eq!(of("Mon, 30 Nov 2026 12:00:00 GMT"), Some(0));
    assert_eq!(of("Tue, 30 Nov 2027 12:00:00 GMT"), Some(86_400));
    assert_eq!(head(&[("retry-after", b"Mon, 30 Nov 2026 13:01:30 GMT")]).retry_after(), None);
    assert_eq!(head(&[]).retry_after(), None);
}

#[test]
fn sessions() {
    let of = |value: &[u8]| head(&[("mcp-session-id", value)]).session();
    assert!(matches!(of(b"!~a-Z/{}"), SessionHeader::Valid(_)));
    for invalid in [&b"a b"[..], b"\xFF\x80", b"a\tb"] {
        let session = of(invalid);
        assert!(session.is_invalid());
        assert_eq!(session.echo().unwrap().as_bytes(), invalid);
    }
    assert_eq!(of(b""), SessionHeader::Empty);
    assert!(of(b"").is_invalid() && of(b"").echo().is_none());
    assert_eq!(head(&[]).session(), SessionHeader::Absent);
    assert!(!head(&[]).session().is_invalid());
}

#[test]
fn bytes_are_no_text_and_do_no_harm() {
    let odd: &[u8] = b"\xFF\xFE\x80 \x9B31m";
    let names =
        ["content-type", "location", "retry-after", "date", "server", "content-encoding", "cf-mitigated"];
    let head = head(&names.map(|name| (name, odd)));
    assert_eq!(head.media_type(), MediaType::Other);
    assert_eq!(head.retry_after(), None);
    assert!(head.location().unwrap().contains('\u{fffd}'));
    assert!(head.content_encoding().is_some());
    assert!(!head.is_from_edge() && !head.is_edge_challenge());
    let long = "x".repeat(1000);
    let long = self::head(&[("content-type", long.as_bytes())]);
    assert_eq!(long.content_type().unwrap().chars().count(), 200);
}

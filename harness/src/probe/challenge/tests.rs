use http::{HeaderMap, HeaderValue};

use super::*;
use crate::record::FindingId::{self, *};

const POINTER: &str = "https://mock.test/.well-known/oauth-protected-resource";

fn read(status: u16, lines: &[&str]) -> Challenges {
    read_at("https://mock.test/mcp", status, lines)
}

fn read_at(url: &str, status: u16, lines: &[&str]) -> Challenges {
    let mut headers = HeaderMap::new();
    for line in lines {
        headers.append(WWW_AUTHENTICATE, HeaderValue::from_bytes(line.as_bytes()).unwrap());
    }
    let url = Url::parse(url).unwrap();
    let public = |url: &Url| url.host_str() != Some("127.0.0.1");
    challenges(&Head { status, headers }, &url, Step::Initialize, public)
}

/// One 401: its schemes, its pointers, its findings.
#[track_caller]
fn check(lines: &[&str], schemes: &[&str], pointers: &[&str], findings: &[FindingId]) {
    let read = read(401, lines);
    let seen: Vec<FindingId> = read.findings.iter().map(|finding| finding.id).collect();
    assert_eq!(read.schemes, schemes, "{lines:?}");
    assert_eq!(read.pointers.iter().map(Url::as_str).collect::<Vec<_>>(), pointers, "{lines:?}");
    assert_eq!(seen, findings, "{lines:?}");
    let login = read.login();
    assert_eq!(login.oauth_metadata == OauthMetadata::Challenge, !pointers.is_empty());
    assert_eq!(login.metadata_url.as_deref(), pointers.first().copied());
}

#[test]
fn without_a_pointer() {
    check(&[], &[], &[], &[ChallengeMissing]);
    assert_eq!(read(403, &[]), Challenges::default());
    check(&["Bearer"], &["bearer"], &[], &[]);
    check(&[r#"Basic realm="x""#], &["basic"], &[], &[]);
    check(&["Negotiate"], &["negotiate"], &[], &[]);
    check(&["Negotiate YII/a+b==", "NTLM"], &["negotiate", "ntlm"], &[], &[]);
    check(&["Negotiate YIIabc", "NTLM TlRM, Basic"], &["negotiate", "ntlm", "basic"], &[], &[]);
    check(&[r#"Bearer realm="a\", Basic \"""#], &["bearer"], &[], &[]);
    check(&[r#"Bearer realm="a\\", Basic"#], &["bearer", "basic"], &[], &[]);
    check(&["Basic, Bearer, basic"], &["basic", "bearer"], &[], &[]);
    check(&[""], &[], &[], &[]);
    check(&[" , ,"], &[], &[], &[]);
}

#[test]
fn one_usable_pointer_anywhere() {
    let quoted = format!(r#"resource_metadata="{POINTER}""#);
    let quoted = quoted.as_str();
    for line in [
        format!("Bearer {quoted}"),
        format!(r#"Bearer error="invalid_token", scope="a b, c", {quoted}, realm="x""#),
        format!(r#"Bearer realm="a, Basic b=\"c\"",{quoted}"#),
        format!("Bearer {}", quoted.replace('=', " = ")),
        format!("Bearer {}", quoted.replace('=', "\t=\t")),
        format!("BEARER {}", quoted.to_uppercase().replace(&POINTER.to_uppercase(), POINTER)),
        format!("Bearer {}", quoted.replace("https", "  https").replace("source\"", "source  \"")),
        format!(r#"Bearer error="x" {quoted}"#),
        format!("Bearer ,,, {quoted}"),
    ] {
        check(&[&line], &["bearer"], &[POINTER], &[]);
    }
    check(&[&format!(r#"Basic realm="a, b", Bearer {quoted}"#)], &["basic", "bearer"], &[POINTER], &[]);
    check(&[&format!("Bearer {quoted}, Basic realm=x")], &["bearer", "basic"], &[POINTER], &[]);
    check(&["Bearer", &format!("bearer {quoted}")], &["bearer"], &[POINTER], &[]);
    check(&[&format!("DPoP algs=\"ES256\", {quoted}")], &["dpop"], &[POINTER], &[]);
    check(&[quoted], &[], &[POINTER], &[]);
    check(
        &[r#"Bearer resource_metadata="https://mock\.test/x""#],
        &["bearer"],
        &["https://mock.test/x"],
        &[],
    );
    check(&[r#"Bearer resource_metadata="https://mock.test/x"#], &["bearer"], &["https://mock.test/x"], &[]);
}

#[test]
fn odd_pointers() {
    let with = |value: &str, pointers: &[&str], findings: &[FindingId]| {
        check(&[&format!("Bearer resource_metadata={value}")], &["bearer"], pointers, findings);
    };
    with(r#""""#, &[], &[PointerEmpty]);
    with(r#""  ""#, &[], &[PointerEmpty]);
    with("", &[], &[PointerEmpty]);
    with(r#""/.well-known/x""#, &["https://mock.test/.well-known/x"], &[PointerNotAbsolute]);
    with(r#""//mock.test/x""#, &["https://mock.test/x"], &[PointerNotAbsolute]);
    for malformed in [
        "mock.test/x",
        "three words here",
        "mock.test:80/x",
        "ftp://mock.test/x",
        "https://",
        "https:x",
        "https://a b/",
    ] {
        with(&format!("{malformed:?}"), &[], &[PointerMalformed]);
    }
    with(r#""http://mock.test/x""#, &["http://mock.test/x"], &[PointerNotHttps]);
    with("https://mock.test/x?a=b", &["https://mock.test/x?a=b"], &[AuthParamUnquoted]);
    with(r#""https://127.0.0.1/x""#, &["https://127.0.0.1/x"], &[PointerNotPublic]);
    with(
        r#""https://mock.test/x", resource_metadata="""#,
        &["https://mock.test/x"],
        &[AuthParamRepeated, PointerEmpty],
    );
    with(
        r#""https://mock.test/x", RESOURCE_METADATA="https://mock.test/y", resource_metadata="https://mock.test/x""#,
        &["https://mock.test/x", "https://mock.test/y"],
        &[AuthParamRepeated],
    );
    let two = r#"Bearer resource_metadata="/x", DPoP resource_metadata="/y""#;
    check(
        &[two],
        &["bearer", "dpop"],
        &["https://mock.test/x", "https://mock.test/y"],
        &[PointerNotAbsolute],
    );
}

#[test]
fn an_http_pointer_of_an_http_endpoint() {
    let read = read_at("http://mock.test/mcp", 401, &[r#"Bearer resource_metadata="http://mock.test/x""#]);
    assert_eq!((read.pointers.len(), read.findings), (1, vec![]));
}

#[test]
fn hostile_lines_are_bounded() {
    let schemes: Vec<String> = (0..100).map(|number| format!("s{number}{}", "x".repeat(100))).collect();
    let pointers: Vec<String> = (0..100).map(|number| format!("resource_metadata=\"/{number}\"")).collect();
    let line = format!("{}, {}", schemes.join(","), pointers.join(","));
    let read = read(401, &[&line]);
    assert_eq!((read.schemes.len(), read.pointers.len()), (16, 8));
    assert!(read.schemes.iter().all(|scheme| scheme.chars().count() <= 64));
}

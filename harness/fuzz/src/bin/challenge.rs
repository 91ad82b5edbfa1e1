//! `WWW-Authenticate` lines: whatever the bytes, no panic, bounded results, and only usable pointers come out.
#![no_main]

use http::header::WWW_AUTHENTICATE;
use http::{HeaderMap, HeaderValue};
use libfuzzer_sys::fuzz_target;
use rollcall::probe::challenge::{challenges, parse};
use rollcall::probe::head::Head;
use rollcall::record::{OauthMetadata, Step};
use url::Url;

fuzz_target!(|input: &[u8]| {
    let mut headers = HeaderMap::new();
    for line in input.split(|&byte| byte == b'\n') {
        if let Ok(value) = HeaderValue::from_bytes(line) {
            headers.append(WWW_AUTHENTICATE, value);
        }
        let text = String::from_utf8_lossy(line);
        let mut pieces = 0;
        parse(&text, |_| pieces += 1);
        assert!(pieces <= text.len(), "each piece takes something");
    }
    let url = Url::parse("https://mock.test/mcp").expect("a good URL");
    let read = challenges(&Head { status: 401, headers }, &url, Step::Initialize, |_| true);
    assert!(read.schemes.len() <= 16 && read.pointers.len() <= 8 && read.findings.len() <= 8);
    for pointer in &read.pointers {
        assert!(matches!(pointer.scheme(), "http" | "https") && pointer.has_host());
    }
    assert_eq!(read.login().oauth_metadata == OauthMetadata::Challenge, !read.pointers.is_empty());
});

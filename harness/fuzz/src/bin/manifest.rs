//! Manifests: whatever the bytes, no panic, a bounded report, and every place is a part of the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rollcall::manifest::rules::MAX_FINDINGS;
use rollcall::manifest::{Document, Options, Span, Unreadable, fix, lint, render};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let strict = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        match Document::parse(text) {
            Ok(_) => assert!(strict, "strict JSON only"),
            Err(Unreadable::Syntax { .. }) => assert!(!strict, "all of strict JSON"),
            Err(_) => {}
        }
    }
    let Ok(checked) = lint("server.json", bytes, Options::default()) else { return };
    assert!(checked.findings.len() <= MAX_FINDINGS);
    for found in &checked.findings {
        let text = &checked.sources[found.source].text;
        let inside =
            |span: Span| assert!(text.get(span.start..span.end).is_some(), "{} at {span:?}", found.rule.id);
        inside(found.place.span);
        found.other.iter().for_each(|(place, _)| inside(place.span));
        found.fix.iter().for_each(|fix| inside(fix.span));
    }
    let mut shown = Vec::new();
    render::text(std::slice::from_ref(&checked), &mut shown).expect("memory can be written to");
    if let Some(after) = fix::repaired("server.json", bytes).expect("it was read before") {
        assert_eq!(fix::repaired("server.json", after.as_bytes()), Ok(None), "a repair is complete");
    }
});

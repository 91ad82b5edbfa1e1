//! The whole of a check, as properties. What each rule finds stands in `cases/manifest/`.

use proptest::prelude::*;

use super::*;
use crate::manifest::document::MAX_BYTES;
use crate::manifest::rules::MAX_FINDINGS;

const GOOD: &str = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
"name": "com.example/tides", "description": "Tide tables", "title": "Tides", "version": "1.4.0", "websiteUrl": "https://example.com",
"repository": {"url": "https://github.com/example/tides", "source": "github", "subfolder": "server"},
"icons": [{"src": "https://example.com/i.png", "mimeType": "image/png", "sizes": ["any"], "theme": "dark"}],
"packages": [{"registryType": "npm", "identifier": "@example/tides", "version": "1.4.0", "runtimeHint": "npx",
  "transport": {"type": "streamable-http", "url": "http://localhost:{port}/mcp", "headers": [{"name": "X"}]},
  "runtimeArguments": [{"type": "named", "name": "--yes"}], "packageArguments": [{"type": "positional", "valueHint": "port"}],
  "environmentVariables": [{"name": "KEY", "isSecret": true, "format": "string", "choices": ["a"]}]}],
"remotes": [{"type": "sse", "url": "https://{sea}.example.com/sse", "variables": {"sea": {"isRequired": true}}}],
"_meta": {"io.modelcontextprotocol.registry/publisher-provided": {"x": 1}}}"#;

fn check(bytes: &[u8]) -> Checked {
    let checked = lint("server.json", bytes, Options::default()).unwrap();
    for found in &checked.findings {
        let source = &checked.sources[found.source].text;
        let inside = |span: super::super::Span| source.get(span.start..span.end).is_some();
        assert!(inside(found.place.span), "{} at {:?}", found.rule.id, found.place);
        assert!(found.other.as_ref().is_none_or(|(place, _)| inside(place.span)), "{}", found.rule.id);
        assert!(found.fix.as_ref().is_none_or(|fix| inside(fix.span)), "{}", found.rule.id);
    }
    let places: Vec<usize> = checked.findings.iter().map(|found| found.place.span.start).collect();
    assert!(places.is_sorted(), "{places:?}");
    checked
}

fn ids(checked: &Checked) -> Vec<&str> {
    checked.findings.iter().map(|found| found.rule.id).collect()
}

#[test]
fn a_good_manifest_has_no_fault() {
    assert_eq!(
        ids(&check(GOOD.as_bytes())),
        ["remote-not-probed"],
        "a variable in an address is legal and not probed"
    );
}

#[test]
fn all_findings_come_at_once() {
    let text = GOOD
        .replace("Tide tables", &"x".repeat(101))
        .replace("https://example.com\"", "http://example.com\"")
        .replace("npx", "");
    let text =
        text.replace("\"sse\", \"url\"", "\"http\", \"url\"").replace("com.example/tides\"", "tides\"");
    assert_eq!(
        ids(&check(text.as_bytes())),
        [
            "name-slash-missing",
            "description-too-long",
            "website-url-not-https",
            "remote-type-unsupported",
            "remote-not-probed"
        ]
    );
}

/// Every pointer into the good manifest.
fn pointers(value: &serde_json::Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_owned());
    match value {
        serde_json::Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, inner)| pointers(inner, &format!("{at}/{index}"), out));
        }
        serde_json::Value::Object(map) => {
            for (key, inner) in map {
                pointers(inner, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        _ => {}
    }
}

proptest! {
    #[test]
    fn any_bytes_are_judged(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    /// One or several values of a good manifest replaced by something else, in any place.
    #[test]
    fn any_value_in_any_place_is_judged(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![
            Just(serde_json::json!(null)), Just(serde_json::json!([])), Just(serde_json::json!({})), Just(serde_json::json!(7)),
            Just(serde_json::json!([[], {}, null, ""])), Just(serde_json::json!({"é/~": {"": []}})),
            "[a-z{}:/@.%^~x0-9 -]{0,30}".prop_map(Into::into), ".{0,30}".prop_map(Into::into),
        ]), 1..4),
    ) {
        let mut value: serde_json::Value = serde_json::from_str(GOOD).unwrap();
        for (index, new) in changes {
            let mut all = Vec::new();
            pointers(&value, "", &mut all);
            let pointer = &all[index.index(all.len())];
            *value.pointer_mut(pointer).unwrap() = new;
        }
        check(value.to_string().as_bytes());
        check(serde_json::to_string_pretty(&value).unwrap().as_bytes());
    }

    /// Cut anywhere, with a byte put in anywhere.
    #[test]
    fn any_damage_is_judged(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = GOOD.as_bytes().to_vec();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        check(&bytes);
    }
}

#[test]
fn a_hostile_file_has_a_bounded_report() {
    let keys: String = (0..100_000).map(|index| format!("\"{index}\":0,")).collect();
    let text = format!("{{{keys}\"name\": \"com.example/tides\"}}");
    assert!(text.len() <= MAX_BYTES);
    let checked = check(text.as_bytes());
    assert_eq!(checked.findings.len(), MAX_FINDINGS);
    assert!(checked.omitted > 90_000);
}

#[test]
fn many_variables_do_not_cost_their_square() {
    let address: String = (0..60_000).map(|index| format!("{{v{index}}}")).collect();
    let declared: Vec<String> = (0..20_000).map(|index| format!("\"w{index}\": {{}}")).collect();
    let text = format!(
        r#"{{"remotes": [{{"type": "sse", "url": "https://x/{address}", "variables": {{{}}}}}]}}"#,
        declared.join(",")
    );
    assert!(check(text.as_bytes()).omitted > 0);
    for pattern in ["{", "{}", "{a", "}", "<", "{{", "%", "@", ":", "[", "${", "<<", "__A"] {
        let url = pattern.repeat(MAX_BYTES / 16 / pattern.len());
        let text =
            format!(r#"{{"version": "{url}", "remotes": [{{"type": "sse", "url": "https://x/{url}"}}]}}"#);
        check(text.as_bytes());
    }
    let same = "\"website_url\": 1,".repeat(50_000);
    check(format!("{{{same}\"name\": 1}}").as_bytes());
}

#[test]
fn too_much_is_refused_unread() {
    let bytes = vec![b'x'; MAX_BYTES + 1];
    assert_eq!(lint("x", &bytes, Options::default()).unwrap_err(), Unreadable::TooLarge(MAX_BYTES + 1));
    assert_eq!(
        lint("x", &[b"[".repeat(600), b"]".repeat(600)].concat(), Options::default()).unwrap_err(),
        Unreadable::TooDeep
    );
}

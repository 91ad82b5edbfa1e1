use std::path::PathBuf;

use super::{badge, junit, markdown, sarif, text};
use crate::conform::{
    Ask, Baselined, Counts, EntryFault, Exchange, Known, Level, REPORT_SCHEMA, Report, Revision, Rules,
    Server, Verdict, Verdicts, WrongEntry, requirement,
};
use crate::record::Method;
use crate::target::Transport;

/// A small report with every verdict, a known miss, and one wrong entry of each kind; `said` stands wherever a server's words do.
fn report(said: &str) -> Report {
    let result = |check: &str, of: &str, verdict: Verdict| {
        let of = requirement(of).unwrap();
        let judged = verdict.is_judged();
        let missed = matches!(verdict, Verdict::Fail | Verdict::Warn);
        Verdicts {
            check: check.to_owned(),
            requirement: of.id.clone(),
            level: if verdict == Verdict::Warn { Level::Should } else { of.level },
            verdict,
            text: of.text.clone(),
            section: of.section.clone(),
            expected: "an empty result".to_owned(),
            actual: missed.then(|| format!("HTTP 400, {said}")),
            why: (!judged).then(|| format!("the server said {said}")),
            exchange: judged.then(|| Exchange {
                ask: Ask::Ping,
                method: Method::Post,
                url: "https://mcp.example.com/mcp".to_owned(),
                headers: vec!["mcp-protocol-version: 2025-06-18".to_owned()],
                body: r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#.to_owned(),
                status: 400,
                content_type: Some(said.to_owned()),
                bytes: 12,
                sample: said.to_owned(),
                elapsed_ms: 34,
            }),
            curl: missed.then(|| format!("curl -sSi -d '{said}' https://mcp.example.com/mcp")),
            known: None,
        }
    };
    let mut known = result("handshake.server-info", "handshake.result-members", Verdict::Fail);
    known.known = Some(Known { reason: "issue 12".to_owned(), until: Some("2027-01-31".to_owned()) });
    let results = vec![
        result("handshake.result", "handshake.result", Verdict::Pass),
        result("handshake.ping", "handshake.ping", Verdict::Fail),
        known,
        result("handshake.same-version", "handshake.same-version", Verdict::Warn),
        result("handshake.unknown-version", "handshake.unknown-version", Verdict::NotObserved),
        result("handshake.tools-declared", "handshake.tools-declared", Verdict::NotApplicable),
    ];
    let wrong = |fault, check: &str, line| WrongEntry {
        fault,
        check: check.to_owned(),
        line,
        says: format!("{check} is {fault}"),
        advice: "Take the entry out".to_owned(),
    };
    Report {
        schema: REPORT_SCHEMA.to_owned(),
        url: "https://mcp.example.com/mcp".to_owned(),
        transport: Transport::StreamableHttp,
        started_at: "2026-11-30T12:00:00Z".to_owned(),
        rules: Rules {
            user_agent: "AgentReadyDirectoryCheck/1.0 (+https://example.com)".to_owned(),
            allow_local: false,
            headers: Vec::new(),
            request_deadline_ms: 15_000,
            side_deadline_ms: 5_000,
            run_deadline_ms: 60_000,
            max_requests: 64,
            max_reply_bytes: 1,
            max_run_bytes: 1,
        },
        wanted: None,
        revisions: vec![Revision::V20250618],
        server: Some(Server { name: Some(said.to_owned()), version: Some("1.0".to_owned()) }),
        requests: 12,
        stopped: None,
        strict: false,
        baseline: Some(Baselined {
            file: "baseline.toml".to_owned(),
            known: 1,
            unseen: vec!["handshake.unknown-version".to_owned()],
            wrong: vec![
                wrong(EntryFault::Stale, "handshake.result", 4),
                wrong(EntryFault::Unknown, "handshake.never", 9),
            ],
        }),
        counts: Counts::of(&results),
        results,
    }
}

fn accept(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../snapshots/report/conform"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn every_form_of_one_report() {
    let report = report("no such method");
    accept("text", &text::text(&report));
    accept("junit", &junit::junit(&report));
    accept("sarif", &sarif::sarif(&report).replace(env!("CARGO_PKG_VERSION"), "<version>"));
    accept("markdown", &markdown::markdown(&report));
    accept("badge", &badge::badge(&report));
}

/// What a server may say to be more than text.
const HOSTILE: [&str; 8] = [
    "\u{1b}[2J\u{0}\u{7}\u{9b}31m",
    "\u{fffe}\u{ffff}\u{202e}\u{e0041}",
    "]]><testcase name=\"injected\"/><!--",
    "x` | y |\n| z | [link](https://evil.example) <https://evil.example> **b** @someone",
    "```\n</details><img src=x onerror=alert(1)>\n# heading",
    "[link](https://evil.example) {0} \\{1}",
    "\" ' & <b> \\",
    "www.evil.example a@evil.example ``` ~~~",
];

fn is_clean(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || !crate::record::is_control(c))
}

/// What the suites say was skipped; the root has no count of it.
fn skipped(document: &quick_junit::Report) -> usize {
    document.test_suites.iter().map(|suite| suite.skipped).sum()
}

#[test]
fn what_a_server_says_stays_text_in_xml() {
    for said in HOSTILE {
        let report = report(said);
        let document = junit::junit(&report);
        assert!(is_clean(&document), "{said:?}");
        assert!(!document.contains(['\u{fffe}', '\u{ffff}']), "{said:?}");
        let read = quick_junit::Report::deserialize_from_str(&document).unwrap();
        assert_eq!((read.tests, read.failures, skipped(&read)), (8, 3, 3), "{said:?}");
        assert_eq!(document.matches("<testcase").count(), 8, "{said:?}");
    }
}

#[test]
fn what_a_server_says_is_no_markup_in_markdown() {
    for said in HOSTILE {
        let document = markdown::markdown(&report(said));
        let plain = markdown::markdown(&report("plain"));
        assert!(is_clean(&document), "{said:?}");
        let (shown, expected) = (outside_code(&document), outside_code(&plain));
        assert_eq!(shown, expected, "{said:?}");
    }
}

/// The Markdown without its code, read as CommonMark does: a fence closes with as many backticks, a span with exactly as many.
fn outside_code(document: &str) -> String {
    let mut out = String::new();
    let mut fence: Option<usize> = None;
    for line in document.lines() {
        let run = line.bytes().take_while(|&byte| byte == b'`').count();
        if let Some(open) = fence {
            if run >= open && line.trim_end().len() == run {
                fence = None;
            }
            continue;
        }
        if run >= 3 && !line[run..].contains('`') {
            fence = Some(run);
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find('`') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let run = rest.bytes().take_while(|&byte| byte == b'`').count();
            let close = closing(&rest[run..], run).expect("a span that is opened is closed");
            rest = &rest[run + close + run..];
        }
        out.push_str(rest);
        out.push('\n');
    }
    assert!(fence.is_none(), "a fence stays open");
    out
}

/// Where a run of exactly so many backticks begins.
fn closing(text: &str, run: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(next) = text[at..].find('`') {
        let start = at + next;
        let length = text[start..].bytes().take_while(|&byte| byte == b'`').count();
        if length == run {
            return Some(start);
        }
        at = start + length;
    }
    None
}

#[test]
fn what_a_server_says_is_neither_link_nor_placeholder_in_sarif() {
    for said in HOSTILE {
        let document = sarif::sarif(&report(said));
        assert!(is_clean(&document), "{said:?}");
        let value: serde_json::Value = serde_json::from_str(&document).unwrap();
        let results = value["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 3, "{said:?}");
        let notes = value["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
        for message in results.iter().chain(notes) {
            let text = message["message"]["text"].as_str().unwrap();
            let bare = text.replace("\\\\", "").replace("\\[", "").replace("\\]", "");
            let bare = bare.replace("{{", "").replace("}}", "");
            assert!(!bare.contains(['[', ']', '{', '}', '\\']), "{text}");
        }
        assert!(!badge::badge(&report(said)).contains("evil"));
    }
}

#[test]
fn what_was_not_seen_is_never_a_pass() {
    let mut report = report("x");
    report.baseline = None;
    report.results.retain(|result| result.verdict == Verdict::NotObserved);
    report.counts = Counts::of(&report.results);
    let read = quick_junit::Report::deserialize_from_str(&junit::junit(&report)).unwrap();
    assert_eq!((read.tests, skipped(&read)), (1, 1));
    let value: serde_json::Value = serde_json::from_str(&sarif::sarif(&report)).unwrap();
    assert_eq!(value["runs"][0]["invocations"][0]["executionSuccessful"], false);
    assert!(markdown::markdown(&report).contains("nothing could be judged"));
    assert!(badge::badge(&report).contains("lightgrey"));
}

#[test]
fn a_run_cut_short_is_no_pass() {
    let mut report = report("x");
    report.baseline = None;
    report.results.retain(|result| result.verdict != Verdict::Fail);
    report.counts = Counts::of(&report.results);
    assert!(!report.ended_early(), "what was merely not observed changes nothing");
    assert!(badge::badge(&report).contains("yellow"));
    report.stopped = Some("a 429 asks for fewer requests".to_owned());
    let message = "\"ended early: 1 pass, 1 warn, 1 not observed\",\"color\":\"lightgrey\"";
    assert!(badge::badge(&report).contains(message), "{}", badge::badge(&report));
    let headline = "### rollcall conform: nothing missed, but the run ended early\n";
    assert!(markdown::markdown(&report).starts_with(headline));
    assert!(text::text(&report).ends_with("; nothing missed, but the run ended early\n"));
    report.strict = true;
    assert!(!report.ended_early() && badge::badge(&report).contains("red"), "a miss stays one");
}

#[test]
fn a_warning_passes_unless_warnings_count() {
    let mut report = report("x");
    let failures =
        |report: &Report| quick_junit::Report::deserialize_from_str(&junit::junit(report)).unwrap().failures;
    let level = |report: &Report| {
        let value: serde_json::Value = serde_json::from_str(&sarif::sarif(report)).unwrap();
        let results = value["runs"][0]["results"].as_array().unwrap().clone();
        results.iter().filter(|result| result["level"] == "error").count()
    };
    assert_eq!((failures(&report), level(&report)), (3, 2));
    report.strict = true;
    assert_eq!((failures(&report), level(&report)), (4, 3));
}

#[test]
fn a_fingerprint_stays_when_the_words_of_the_server_change() {
    let prints = |said: &str| -> Vec<String> {
        let value: serde_json::Value = serde_json::from_str(&sarif::sarif(&report(said))).unwrap();
        let results = value["runs"][0]["results"].as_array().unwrap();
        results.iter().map(|result| result["partialFingerprints"].to_string()).collect()
    };
    assert_eq!(prints("one"), prints("two"));
    let mut distinct = prints("one");
    distinct.dedup();
    assert_eq!(distinct.len(), 3);
}

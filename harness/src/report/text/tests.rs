//! What a person sees of a record: nothing a terminal acts on, and one screen.

use proptest::prelude::*;

use super::record as write;
use crate::explain;
use crate::outcome::Outcome;
use crate::policy::Policy;
use crate::record::{Finding, FindingId, Record, ServerFacts, Tools, ToolsStatus, arbitrary, is_control};
use crate::target::Transport;

fn shown(record: &Record) -> String {
    let mut text = Vec::new();
    write(&mut text, record, &Policy::default(), &[], true).expect("a vector takes everything");
    String::from_utf8(text).expect("text is UTF-8")
}

/// Puts a text that a terminal would act on wherever a server has a say.
fn poisoned(mut record: Record, poison: &str) -> Record {
    record.target.url.push_str(poison);
    record.protocol_version = Some(poison.to_owned());
    record.server = Some(ServerFacts {
        name: Some(poison.to_owned()),
        title: Some(poison.to_owned()),
        version: Some(poison.to_owned()),
    });
    record.tools = Tools {
        status: ToolsStatus::Listed,
        count: Some(1),
        names: vec![poison.to_owned()],
        ..Tools::not_attempted()
    };
    record.findings.push(Finding { id: FindingId::Gone, step: None, detail: Some(poison.to_owned()) });
    for exchange in &mut record.exchanges {
        exchange.content_type = Some(poison.to_owned());
        exchange.location = Some(poison.to_owned());
        exchange.sample = Some(poison.to_owned());
        exchange.url.push_str(poison);
    }
    record
}

proptest! {
    #[test]
    fn nothing_a_terminal_acts_on_is_written(record in arbitrary::record(), poison in any::<String>()) {
        let poison = format!("{poison}\u{1b}[2J\u{9b}31m\u{202e}\u{200b}\u{e0041}\0\r");
        let text = shown(&poisoned(record, &poison));
        let raw = text.chars().find(|c| *c != '\n' && is_control(*c));
        prop_assert_eq!(raw, None, "{}", text.escape_debug());
    }

    #[test]
    fn a_record_is_one_screen_wide_except_for_what_can_be_pasted(record in arbitrary::record()) {
        for line in shown(&record).lines().filter(|line| !line.trim_start().starts_with("try ")) {
            // One word may be longer than the screen; it is not torn, so that it can be copied.
            let longest = line.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
            prop_assert!(line.chars().count() <= 112.max(longest + 12) || line.starts_with("http"), "{line}");
        }
    }
}

#[test]
fn findings_are_told_once_with_how_often() {
    let mut record = Record::new("https://example.com/mcp".to_owned(), Transport::StreamableHttp, None);
    let finding = Finding { id: FindingId::Redirected, step: None, detail: None };
    record.findings = vec![finding.clone(), finding.clone(), finding];
    let text = shown(&record);
    assert_eq!(text.matches("redirected").count(), 1, "{text}");
    assert!(text.contains("redirected (3 times)"), "{text}");
}

#[test]
fn a_status_with_a_meaning_of_its_own_brings_its_own_next_step() {
    let shown = |status| {
        let mut record = Record::new("https://a.example/mcp".to_owned(), Transport::StreamableHttp, None);
        record.outcome = Outcome::Http4xx;
        record.status = Some(status);
        shown(&record).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for status in [400, 404, 405] {
        let meaning = explain::status(status).expect("in statuses.toml");
        let text = shown(status);
        assert!(text.contains(&meaning.means) && text.contains(&meaning.advice), "{status}: {text}");
    }
    let others = explain::outcome(Outcome::Http4xx);
    assert!(shown(418).contains(&others.means) && shown(418).contains(&others.advice));
}

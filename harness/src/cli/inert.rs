//! What a person reads may also be read by the runner of a CI job, line by line, for commands. Nothing that a server, a
//! file or an argument says may be one: every verb writes its text through here, after all wrapping.
//!
//! GitHub acts on `::command` at the start of a line, white space aside, and on `##[command]` anywhere in one (its runner,
//! `ActionCommandManager` and `ActionCommand`); Azure Pipelines on `##vso[` and `##[`, TeamCity on `##teamcity[`.

use std::borrow::Cow;
use std::io::{self, Write};

/// The text with one character of each such beginning as an escape. Doing it again changes nothing.
pub(super) fn inert(text: &str) -> Cow<'_, str> {
    escape(text, ["\\u{3a}", "\\u{23}"])
}

/// As [`inert`], for JSON: whoever reads it as that reads the same.
pub(super) fn inert_json(text: &str) -> Cow<'_, str> {
    // Neither character stands anywhere in JSON at such a place but in a string, and neither is a part of an escape.
    escape(text, ["\\u003a", "\\u0023"])
}

/// As [`inert`], for XML without CDATA sections: whoever reads it as that reads the same.
pub(super) fn inert_xml(text: &str) -> Cow<'_, str> {
    escape(text, ["&#58;", "&#x23;"])
}

/// The text with a colon or a number sign of each such beginning spelled like this.
fn escape<'a>(text: &'a str, [colon, sign]: [&str; 2]) -> Cow<'a, str> {
    if !text.contains(':') && !text.contains('#') {
        return Cow::Borrowed(text);
    }
    let escaped: Vec<usize> =
        lines(text).flat_map(|(start, line)| live(line).map(move |at| start + at)).collect();
    if escaped.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8 * escaped.len());
    let mut from = 0;
    for at in escaped {
        // Either is one byte.
        out.push_str(&text[from..at]);
        out.push_str(if text.as_bytes()[at] == b':' { colon } else { sign });
        from = at + 1;
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}

/// The lines as the strictest reader splits them, and where each begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive(['\n', '\r']).scan(0, |next, line| {
        let start = *next;
        *next += line.len();
        Some((start, line))
    })
}

/// Where the colons and number signs of a line are that begin a command.
///
/// Characters beyond ASCII are passed over: a runner that compares by the rules of a language ignores some of them.
fn live(line: &str) -> impl Iterator<Item = usize> {
    let ascii = || line.bytes().enumerate().filter(|(_, byte)| byte.is_ascii());
    let mut first = ascii().skip_while(|(_, byte)| byte.is_ascii_whitespace() || byte.is_ascii_control());
    // Behind the two comes a name: a third one (as in our own ` ::: file`) makes it none that a runner knows.
    let colons = match (first.next(), first.next()) {
        (Some((at, b':')), Some((second, b':'))) if line.as_bytes().get(second + 1) != Some(&b':') => {
            Some(at)
        }
        _ => None,
    };
    // The last number sign of a run of them, while a word may still follow before the bracket.
    let (mut before, mut sign, mut signs) = (b' ', None, Vec::new());
    for (at, byte) in ascii() {
        match byte {
            b'#' => sign = (before == b'#').then_some(at),
            b'[' => signs.extend(sign.take()),
            byte if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') => {}
            _ => sign = None,
        }
        before = byte;
    }
    colons.into_iter().chain(signs)
}

/// A stream that is written through [`inert`], line by line; or as it is, where a program reads it.
pub(super) struct Inert<'a> {
    to: &'a mut dyn Write,
    is_for_people: bool,
    /// A line that is not at its end yet.
    begun: Vec<u8>,
}

impl<'a> Inert<'a> {
    pub(super) fn new(to: &'a mut dyn Write, is_for_people: bool) -> Self {
        Self { to, is_for_people, begun: Vec::new() }
    }

    /// Writes what stands on a line without an end.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.begun);
        self.to.write_all(inert(&String::from_utf8_lossy(&rest)).as_bytes())?;
        self.to.flush()
    }
}

impl Write for Inert<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_for_people {
            return self.to.write(bytes);
        }
        self.begun.extend_from_slice(bytes);
        if let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') {
            let whole: Vec<u8> = self.begun.drain(..=self.begun.len() - bytes.len() + end).collect();
            self.to.write_all(inert(&String::from_utf8_lossy(&whole)).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cli::run_to;
    use crate::policy::Policy;
    use crate::record::{Record, ServerFacts, arbitrary};
    use crate::report;

    #[test]
    fn what_a_program_reads_is_no_command_and_says_the_same() {
        let said =
            "::error::a\n  ::add-mask::b\n##[error]c ###[d] ##vso[e] \\##[f] ##teamcity[g] # [h] ::: i\u{1b}";
        for json in [serde_json::to_string(said).unwrap(), serde_json::to_string_pretty(&[said]).unwrap()] {
            let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
            assert!(acted_on(&json).is_some());
            let safe = inert_json(&json);
            assert_eq!((acted_on(&safe), read(&safe)), (None, read(&json)));
            assert_eq!(inert_json(&safe), safe);
        }
        let xml = format!("<failure>\n{said}\n</failure>");
        let safe = inert_xml(&xml);
        assert!(acted_on(&xml).is_some());
        assert_eq!(acted_on(&safe), None);
        assert_eq!(safe.replace("&#58;", ":").replace("&#x23;", "#"), xml);
        assert_eq!(inert_xml(&safe), safe);
    }

    /// What the runners act on, each in its own words.
    fn acted_on(text: &str) -> Option<String> {
        let commands = ["##[", "##vso[", "##teamcity["];
        let found = text.split(['\n', '\r']).find(|line| {
            let line = line.trim_start();
            line.starts_with("::") && !line.starts_with(":::")
                || commands.iter().any(|command| line.contains(command))
        });
        found.map(str::to_owned)
    }

    /// Text that is often one.
    fn hostile() -> impl Strategy<Value = String> {
        const WORDS: [&str; 14] = [
            "::",
            ":",
            "##",
            "#",
            "[",
            "vso[",
            "teamcity[",
            "error",
            " ",
            "\u{a0}",
            "\u{fe0f}",
            "\n",
            "\r",
            "]",
        ];
        let piece = prop_oneof![
            8 => prop::sample::select(&WORDS[..]).prop_map(str::to_owned),
            1 => Just("x".repeat(60)),
            1 => any::<char>().prop_map(String::from),
        ];
        prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
    }

    #[test]
    fn what_begins_a_command_is_escaped_and_all_else_stays() {
        for (text, shown) in [
            ("  ::error file=a::b", "  \\u{3a}:error file=a::b"),
            ("\u{2003}::x", "\u{2003}\\u{3a}:x"),
            ("a ##[add-path]b", "a #\\u{23}[add-path]b"),
            (" ::: a:1 ::x", " ::: a:1 ::x"),
            ("###vso[x]", "##\\u{23}vso[x]"),
            ("#\u{fe0f}#[x]", "#\u{fe0f}\\u{23}[x]"),
            ("a\n::b\r::c", "a\n\\u{3a}:b\r\\u{3a}:c"),
            ("a ::b, a::b, ## c [d], #[e], # #[f]", "a ::b, a::b, ## c [d], #[e], # #[f]"),
        ] {
            assert_eq!(inert(text), shown);
        }
    }

    proptest! {
        #[test]
        fn no_text_is_acted_on(text in hostile(), cuts in prop::collection::vec(0_usize..40, 0..6)) {
            let once = inert(&text).into_owned();
            prop_assert_eq!(acted_on(&once), None);
            prop_assert_eq!(&inert(&once), &once);
            // However it is cut into writes.
            let mut out = Vec::new();
            let mut stream = Inert::new(&mut out, true);
            let mut rest = text.as_bytes();
            for cut in cuts {
                let (now, later) = rest.split_at(cut.min(rest.len()));
                stream.write_all(now).unwrap();
                rest = later;
            }
            stream.write_all(rest).unwrap();
            stream.finish().unwrap();
            prop_assert_eq!(String::from_utf8(out).unwrap(), once);
        }

        /// A record, in whatever way its text is wrapped; and its curl line says the same as before.
        #[test]
        fn no_record_is_acted_on(record in arbitrary::record(), said in hostile()) {
            let server = ServerFacts { name: Some(said.clone()), ..ServerFacts::default() };
            let mut record = Record { server: Some(server), protocol_version: Some(said.clone()), ..record };
            record.exchanges.iter_mut().for_each(|exchange| exchange.content_type = Some(said.clone()));
            let mut text = Vec::new();
            report::text::record(&mut text, &record, &Policy::default(), &[], true).unwrap();
            let text = String::from_utf8(text).unwrap();
            prop_assert_eq!(acted_on(&inert(&text)), None);
            for line in report::curl::lines(&record, &Policy::default(), &[]) {
                prop_assert_eq!(inert(&line), line.as_str(), "it is there to be pasted");
            }
        }

        /// A verb from end to end: the text of a file is on its output, and none of it is acted on.
        #[test]
        fn no_manifest_is_acted_on(said in hostile()) {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("server.json");
            let manifest = serde_json::json!({
                "name": said, "description": said, "version": said, said.clone(): said,
                "remotes": [{ "type": said, "url": said }],
            });
            std::fs::write(&file, serde_json::to_string_pretty(&manifest).unwrap()).unwrap();
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let args = ["rollcall".into(), "lint".into(), file.clone().into_os_string()];
            run_to(args, &mut out, &mut err);
            prop_assert!(!out.is_empty());
            for stream in [out, err] {
                prop_assert_eq!(acted_on(&String::from_utf8(stream).unwrap()), None);
            }
        }
    }

    #[test]
    fn what_programs_read_is_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("server.json");
        std::fs::write(&file, serde_json::json!({ "name": "##[error]", "##[x]": 1 }).to_string()).unwrap();
        let shown = |form: &str| {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let args = [
                "rollcall".into(),
                "lint".into(),
                "--format".into(),
                form.into(),
                file.clone().into_os_string(),
            ];
            run_to(args, &mut out, &mut err);
            String::from_utf8(out).unwrap()
        };
        assert!(shown("json").contains("##[x]") && shown("sarif").contains("##[x]"));
        assert!(shown("github").starts_with("::"));
        assert!(!shown("text").contains("##[x]") && shown("text").contains("#\\u{23}[x]"));
    }
}

//! The messages are complete in every language, used, and made of the same parts.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;

use crate::category::{Basis, Category, Light, Place};
use crate::census::Change;
use crate::explain::{Kind, words};
use crate::namespace::Needs;
use crate::record::ToolsStatus;
use crate::report::lang::Lang;
use crate::report::site::search::FACETS;
use crate::report::site::text::{Text, messages};
use crate::target::{SkipDetail, Transport};

/// A message: the variables of its value (absent without a value) and of each attribute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Shape {
    value: Option<BTreeSet<String>>,
    attributes: BTreeMap<String, BTreeSet<String>>,
}

fn variables_of(pattern: &Pattern<&str>) -> BTreeSet<String> {
    fn inline(expression: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
        match expression {
            InlineExpression::VariableReference { id } => {
                found.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => any(expression, found),
            _ => {}
        }
    }
    fn any(expression: &Expression<&str>, found: &mut BTreeSet<String>) {
        match expression {
            Expression::Inline(expression) => inline(expression, found),
            Expression::Select { selector, variants } => {
                inline(selector, found);
                for variant in variants {
                    found.extend(variables_of(&variant.value));
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            any(expression, &mut found);
        }
    }
    found
}

fn shapes(lang: Lang) -> BTreeMap<String, Shape> {
    let mut shapes = BTreeMap::new();
    for text in messages(lang) {
        for entry in parse(text).unwrap_or_else(|(_, errors)| panic!("{lang}: {errors:?}")).body {
            match entry {
                Entry::Message(message) => {
                    let attributes = message
                        .attributes
                        .iter()
                        .map(|attribute| (attribute.id.name.to_owned(), variables_of(&attribute.value)))
                        .collect();
                    let shape = Shape { value: message.value.as_ref().map(variables_of), attributes };
                    let earlier = shapes.insert(message.id.name.to_owned(), shape);
                    assert_eq!(earlier, None, "{lang}: {} stands twice", message.id.name);
                }
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
                other => panic!("{lang}: {other:?}"),
            }
        }
    }
    shapes
}

/// The words of `explain` as messages: reasons and skip reasons have a label, outcomes and findings do not.
fn explained() -> impl Iterator<Item = (String, bool)> {
    words().filter_map(|(kind, word)| match kind {
        Kind::Outcome => Some((format!("outcome-{word}"), false)),
        Kind::Finding => Some((format!("finding-{word}"), false)),
        Kind::Reason => Some((format!("reason-{}", word.trim_end_matches("-<status>")), true)),
        Kind::Skip => Some((format!("skip-{word}"), true)),
        Kind::Status => Some((format!("status-{word}"), false)),
        Kind::Rule | Kind::Requirement | Kind::Check | Kind::Verdict | Kind::Mark => None,
    })
}

/// The labels of the small vocabularies.
fn labels() -> BTreeSet<String> {
    fn of<T: ToString>(family: &str, words: &[T]) -> Vec<String> {
        words.iter().map(|word| format!("{family}-{}", word.to_string())).collect()
    }
    [
        of("category", Category::ALL),
        of("category-holds", Category::ALL),
        of("basis", Basis::ALL),
        of("needs", Needs::ALL),
        of("place", Place::ALL),
        of("light", Light::ALL),
        of("transport", Transport::ALL),
        of("detail", SkipDetail::ALL),
        of("change", Change::ALL),
        of("tools-status", ToolsStatus::ALL),
        of("filter", &FACETS),
    ]
    .concat()
    .into_iter()
    .chain(explained().filter(|(_, labelled)| *labelled).map(|(id, _)| id))
    .collect()
}

/// The code of the site, without its tests.
fn sources() -> String {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/site")];
    let mut text = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    text
}

#[test]
fn every_language_has_the_same_messages_of_the_same_parts() {
    // Meanings are attributes of their own; the next test has them.
    let meant: BTreeSet<String> = explained().map(|(id, _)| id).collect();
    let values = |lang| -> BTreeMap<String, Shape> {
        let mut shapes = shapes(lang);
        shapes.retain(|id, shape| {
            if meant.contains(id) {
                shape.attributes.clear();
            }
            shape.value.is_some()
        });
        shapes
    };
    let english = values(Lang::En);
    for lang in [Lang::It, Lang::Ru] {
        let other = values(lang);
        for (id, shape) in &english {
            assert_eq!(other.get(id), Some(shape), "{lang}: {id}");
        }
        for id in other.keys() {
            assert!(english.contains_key(id), "{lang}: {id} is not in English");
        }
    }
}

#[test]
fn every_word_has_its_meaning_in_every_language() {
    for lang in [Lang::It, Lang::Ru] {
        let shapes = shapes(lang);
        let expected: BTreeSet<String> = explained().map(|(id, _)| id).collect();
        let told: BTreeSet<String> = shapes
            .iter()
            .filter(|(_, shape)| shape.attributes.contains_key("means"))
            .map(|(id, _)| id.clone())
            .collect();
        assert_eq!(told, expected, "{lang}");
        for id in &expected {
            let attributes = &shapes[id].attributes;
            assert_eq!(attributes.keys().collect::<Vec<_>>(), ["do", "means"], "{lang}: {id}");
            assert!(attributes.values().all(BTreeSet::is_empty), "{lang}: {id} takes no arguments");
        }
    }
    let english = shapes(Lang::En);
    assert!(
        english.values().all(|shape| !shape.attributes.contains_key("means")),
        "English meanings are in explain/"
    );
}

#[test]
fn every_label_is_there() {
    for lang in Lang::ALL {
        let shapes = shapes(*lang);
        for id in labels() {
            assert!(shapes.get(&id).is_some_and(|shape| shape.value.is_some()), "{lang}: {id}");
        }
    }
}

#[test]
fn every_message_is_used_and_every_message_used_is_there() {
    let sources = sources();
    let labels = labels();
    let ids = shapes(Lang::En);
    for id in ids.keys().filter(|id| !labels.contains(*id)) {
        assert!(sources.contains(&format!("\"{id}\"")), "{id} is used nowhere");
    }
    let call = regex_lite::Regex::new(r#"\.(?:get|fill|rich)\(\s*"([a-z0-9-]+)""#).unwrap();
    let used: Vec<&str> = call.captures_iter(&sources).map(|found| found.get(1).unwrap().as_str()).collect();
    assert!(used.len() > 100, "the pattern finds the calls");
    for id in used {
        assert!(ids.contains_key(id), "{id} is used and nowhere written");
    }
}

#[test]
fn a_meaning_says_as_much_as_the_english_one() {
    // A word of the wire in backquotes stands in every language: what is lost there is lost to the reader.
    let codes = |text: &str| -> BTreeSet<String> {
        text.split('`').skip(1).step_by(2).map(str::to_owned).filter(|code| code != "declared").collect()
    };
    for lang in [Lang::It, Lang::Ru] {
        let t = Text::new(lang);
        for (kind, word) in words() {
            let Some((_, meaning)) = crate::explain::lookup(word).into_iter().find(|found| found.0 == kind)
            else {
                continue;
            };
            let family = match kind {
                Kind::Outcome => "outcome",
                Kind::Reason => "reason",
                Kind::Finding => "finding",
                Kind::Skip => "skip",
                Kind::Status => "status",
                Kind::Rule | Kind::Requirement | Kind::Check | Kind::Verdict | Kind::Mark => continue,
            };
            let id = format!("{family}-{}", word.trim_end_matches("-<status>"));
            for (attribute, english) in [("means", &meaning.means), ("do", &meaning.advice)] {
                let told = t.attribute(&id, attribute).unwrap_or_default();
                assert_eq!(codes(&told), codes(english), "{lang}: {id}.{attribute}");
                let (length, of) = (told.chars().count(), english.chars().count());
                assert!(
                    length * 2 > of && length < of * 2 + 20,
                    "{lang}: {id}.{attribute}: {length} of {of} characters"
                );
            }
        }
    }
}

#[test]
fn plurals_are_right() {
    let said = |lang, id, count: u64| Text::new(lang).fill(id, &[("count", count.into())]);
    for (count, expected) in [
        (0, "нет инструментов"),
        (1, "1 инструмент"),
        (2, "2 инструмента"),
        (4, "4 инструмента"),
        (5, "5 инструментов"),
        (11, "11 инструментов"),
        (12, "12 инструментов"),
        (21, "21 инструмент"),
        (22, "22 инструмента"),
        (111, "111 инструментов"),
        (1_234_567, "1\u{a0}234\u{a0}567 инструментов"),
    ] {
        assert_eq!(said(Lang::Ru, "tools-count", count), expected);
    }
    assert_eq!(said(Lang::En, "tools-count", 1), "1 tool");
    assert_eq!(said(Lang::En, "tools-count", 12_345), "12,345 tools");
    assert_eq!(said(Lang::It, "tools-count", 1), "1 strumento");
    assert_eq!(said(Lang::It, "tools-count", 12_345), "12.345 strumenti");
}

#[test]
fn moments_are_local() {
    let day = |lang| Text::new(lang).day("2026-07-28T09:05:00Z").into_string();
    let shown = |text: &str| format!("<time datetime=\"2026-07-28T09:05:00Z\">{text}</time>");
    assert_eq!(day(Lang::En), shown("July 28, 2026"));
    assert_eq!(day(Lang::It), shown("28 luglio 2026"));
    assert_eq!(day(Lang::Ru), shown("28 июля 2026\u{202f}г."));
    assert_eq!(Text::new(Lang::En).day("<b>").into_string(), "&lt;b&gt;");
}

#[test]
fn markup_in_a_message_is_the_only_markup() {
    let t = Text::new(Lang::En);
    let part = maud::html! { b { "x<y" } };
    let rich = t.rich("namespace-no-account", &[], &[("given", part)]).into_string();
    assert_eq!(rich, "<b>x&lt;y</b> is no GitHub account name, so no proof grants this name.");
    // A part cannot pretend to be another one.
    let mark = maud::html! { "\u{f8ff}0\u{f8ff}" };
    assert!(
        t.rich("namespace-no-account", &[], &[("given", mark)])
            .into_string()
            .starts_with("\u{f8ff}0\u{f8ff} is no")
    );
}

//! The site's own words in one language: messages through Fluent, digits, dates and plurals as that language has them.
//!
//! Text of servers never goes through a message as a string: it is put in as markup by [`Text::rich`], so it is escaped,
//! isolated and cannot be mistaken for ours.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use icu_datetime::DateTimeFormatter;
use icu_datetime::fieldsets::{YMD, YMDT};
use icu_datetime::input::{Date, DateTime, Time};
use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_locale_core::Locale;
use maud::{Markup, PreEscaped, Render as _, html};

use crate::report::lang::Lang;

/// The messages of a language: those of the pages, those of the page about the check, those of the search, the charts and the machine copies, and the words of
/// our vocabularies.
pub(super) const fn messages(lang: Lang) -> [&'static str; 4] {
    lang.pick(
        [
            include_str!("lang/en.ftl"),
            include_str!("lang/checked.en.ftl"),
            include_str!("lang/search.en.ftl"),
            include_str!("lang/words.en.ftl"),
        ],
        [
            include_str!("lang/it.ftl"),
            include_str!("lang/checked.it.ftl"),
            include_str!("lang/search.it.ftl"),
            include_str!("lang/words.it.ftl"),
        ],
        [
            include_str!("lang/ru.ftl"),
            include_str!("lang/checked.ru.ftl"),
            include_str!("lang/search.ru.ftl"),
            include_str!("lang/words.ru.ftl"),
        ],
    )
}

/// Stands before and after the number of a part of markup inside a formatted message; no message has them.
const MARK: char = '\u{f8ff}';

/// An argument of a message: a number or a word of ours.
pub(super) type Value = FluentValue<'static>;

/// The words of one language; each thread has its own.
pub(super) struct Text {
    /// The language.
    pub lang: Lang,
    bundle: FluentBundle<FluentResource>,
    decimal: DecimalFormatter,
    day: DateTimeFormatter<YMD>,
    minute: DateTimeFormatter<YMDT>,
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Text").field("lang", &self.lang).finish_non_exhaustive()
    }
}

impl Text {
    /// The words of this language.
    #[must_use]
    pub(super) fn new(lang: Lang) -> Self {
        const KNOWN: &str = "the data of the three languages is compiled in";
        const READ: &str = "the messages are compiled in, and a test reads them";
        let mut bundle = FluentBundle::new(vec![lang.as_str().parse().expect(KNOWN)]);
        // Direction is kept apart in the markup, where it can be seen.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(match lang {
            Lang::En => |value, _| grouped(Lang::En, value),
            Lang::It => |value, _| grouped(Lang::It, value),
            Lang::Ru => |value, _| grouped(Lang::Ru, value),
        }));
        for text in messages(lang) {
            let resource =
                FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| errors).expect(READ);
            bundle.add_resource(resource).expect(READ);
        }
        let locale = locale(lang);
        Self {
            lang,
            bundle,
            decimal: decimal(lang),
            day: DateTimeFormatter::try_new((&locale).into(), YMD::long()).expect(KNOWN),
            minute: DateTimeFormatter::try_new((&locale).into(), YMD::long().with_time_hm()).expect(KNOWN),
        }
    }

    /// A message without arguments.
    #[must_use]
    pub(super) fn get(&self, id: &str) -> String {
        self.fill(id, &[])
    }

    /// A message with numbers and words of ours.
    #[must_use]
    pub(super) fn fill(&self, id: &str, args: &[(&'static str, Value)]) -> String {
        let mut given = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            given.set(*name, value.clone());
        }
        self.format(id, None, &given).unwrap_or_else(|| id.to_owned())
    }

    /// An attribute of a message, where the message has it.
    #[must_use]
    pub(super) fn attribute(&self, id: &str, attribute: &str) -> Option<String> {
        self.format(id, Some(attribute), &FluentArgs::new())
    }

    /// A message in which parts are markup: text of servers, links, code.
    #[must_use]
    pub(super) fn rich(
        &self,
        id: &str,
        args: &[(&'static str, Value)],
        parts: &[(&'static str, Markup)],
    ) -> Markup {
        let mut args = args.to_vec();
        args.extend(
            parts.iter().enumerate().map(|(at, (name, _))| (*name, format!("{MARK}{at}{MARK}").into())),
        );
        let formatted = self.fill(id, &args);
        // Between two marks stands the number of a part; all else is text.
        let mut out = String::new();
        for (at, piece) in formatted.split(MARK).enumerate() {
            match piece.parse::<usize>().ok().filter(|_| at % 2 == 1).and_then(|at| parts.get(at)) {
                Some((_, markup)) => out.push_str(&markup.0),
                None => piece.render_to(&mut out),
            }
        }
        PreEscaped(out)
    }

    fn format(&self, id: &str, attribute: Option<&str>, args: &FluentArgs<'_>) -> Option<String> {
        let message = self.bundle.get_message(id)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        Some(text)
    }

    /// A count, its digits in groups.
    #[must_use]
    pub(super) fn number(&self, number: u64) -> String {
        self.decimal.format(&Decimal::from(number)).to_string()
    }

    /// A duration in seconds, or in milliseconds where it is no whole number of them.
    #[must_use]
    pub(super) fn duration(&self, duration: std::time::Duration) -> String {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let (id, count) =
            if millis.is_multiple_of(1000) { ("seconds", millis / 1000) } else { ("milliseconds", millis) };
        self.fill(id, &[("count", count.into())])
    }

    /// A size in the largest unit of which it is a whole number.
    #[must_use]
    pub(super) fn size(&self, bytes: u64) -> String {
        let (unit, of) = [("size-mib", 1024 * 1024), ("size-kib", 1024)]
            .into_iter()
            .find(|(_, of)| bytes > 0 && bytes.is_multiple_of(*of))
            .unwrap_or(("size-bytes", 1));
        self.fill(unit, &[("count", (bytes / of).into())])
    }

    /// A moment (RFC 3339) to the minute, for people and for programs.
    #[must_use]
    pub(super) fn moment(&self, moment: &str) -> Markup {
        self.time(moment, true)
    }

    /// The day of a moment (RFC 3339, UTC).
    #[must_use]
    pub(super) fn day(&self, moment: &str) -> Markup {
        self.time(moment, false)
    }

    fn time(&self, moment: &str, to_the_minute: bool) -> Markup {
        let shown = || {
            let at = jiff::tz::TimeZone::UTC.to_datetime(moment.parse().ok()?);
            let date =
                Date::try_new_iso(at.year().into(), at.month().try_into().ok()?, at.day().try_into().ok()?)
                    .ok()?;
            if !to_the_minute {
                return Some(self.day.format(&date).to_string());
            }
            let time = Time::try_new(at.hour().try_into().ok()?, at.minute().try_into().ok()?, 0, 0).ok()?;
            Some(format!("{} UTC", self.minute.format(&DateTime { date, time })))
        };
        if let Some(shown) = shown() {
            html! { time datetime=(moment) { (shown) } }
        } else {
            html! { (crate::record::clean(moment, 40)) }
        }
    }
}

fn locale(lang: Lang) -> Locale {
    lang.as_str().parse().expect("the three languages have well-formed names")
}

fn decimal(lang: Lang) -> DecimalFormatter {
    DecimalFormatter::try_new(
        (&locale(lang)).into(),
        icu_decimal::options::DecimalFormatterOptions::default(),
    )
    .expect("the data of the three languages is compiled in")
}

/// A whole number inside a message; everything else is left to Fluent.
fn grouped(lang: Lang, value: &FluentValue<'_>) -> Option<String> {
    thread_local! {
        static DECIMAL: [DecimalFormatter; 3] = [decimal(Lang::En), decimal(Lang::It), decimal(Lang::Ru)];
    }
    let FluentValue::Number(number) = value else { return None };
    let whole: Decimal = number.as_string().parse().ok()?;
    Some(DECIMAL.with(|decimal| decimal[lang.pick(0, 1, 2)].format(&whole).to_string()))
}

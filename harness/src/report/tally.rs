//! A tally in words: the published sentence, the table of failures, and what lies behind each.

use std::fmt::Write as _;

use super::lang::Lang;
use crate::outcome::Outcome;
use crate::tally::{OutcomeFigures, Tally, TallyFigures};

/// The failures in the published form, in one sentence: `wording: count, wording: count and wording: count`.
#[must_use]
pub fn sentence(tally: &Tally, lang: Lang) -> String {
    let parts: Vec<String> = tally
        .failures()
        .into_iter()
        .map(|(outcome, count)| format!("{}: {count}", lang.outcome(outcome)))
        .collect();
    match parts.split_last() {
        None => lang.pick("no failures", "nessun errore", "ошибок нет").to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {} {last}", rest.join(", "), lang.and()),
    }
}

/// Outcomes in the order shown: what worked, the failures by count, what was left alone.
fn order(tally: &Tally) -> Vec<Outcome> {
    let mut order = vec![Outcome::Answered, Outcome::LoginRequired];
    order.extend(tally.failures().into_iter().map(|(outcome, _)| outcome));
    order.push(Outcome::NotProbed);
    order
}

/// For a terminal.
#[must_use]
pub fn text(tally: &Tally, lang: Lang) -> String {
    let figures = tally.figures();
    let mut text = String::new();
    let _ = writeln!(text, "{}\n", totals(&figures, lang));
    for outcome in order(tally) {
        let Some(class) = figures.outcomes.get(&outcome) else { continue };
        let _ = writeln!(text, "{:>8}  {}", class.listed, lang.outcome(outcome));
        for (what, count) in behind(outcome, class, &figures, lang) {
            let _ = writeln!(text, "{:>8}    {count:>6}  {what}", "");
        }
    }
    let _ = writeln!(text, "\n{}", sentence(tally, lang));
    text
}

/// For a page.
#[must_use]
pub fn markdown(tally: &Tally, lang: Lang) -> String {
    let figures = tally.figures();
    let mut text = format!("{}\n\n", totals(&figures, lang));
    let head = lang.pick(
        ["Outcome", "Listed", "URLs", "Detail"],
        ["Esito", "Elencati", "URL", "Dettaglio"],
        ["Результат", "Записей", "URL", "Подробно"],
    );
    let _ = writeln!(text, "| {} |\n| --- | ---: | ---: | --- |", head.join(" | "));
    for outcome in order(tally) {
        let Some(class) = figures.outcomes.get(&outcome) else { continue };
        let detail: Vec<String> = behind(outcome, class, &figures, lang)
            .into_iter()
            .map(|(what, count)| format!("{what}: {count}"))
            .collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            lang.outcome(outcome),
            class.listed,
            class.urls,
            detail.join(", ")
        );
    }
    let _ = writeln!(text, "\n{}", sentence(tally, lang));
    text
}

fn totals(figures: &TallyFigures, lang: Lang) -> String {
    let TallyFigures { entries, listed, urls, flaky, .. } = figures;
    let mut text = match lang {
        Lang::En => format!("entries {entries}, remotes listed {listed}, distinct URLs {urls}"),
        Lang::It => format!("voci {entries}, endpoint elencati {listed}, URL distinti {urls}"),
        Lang::Ru => format!("записей {entries}, адресов в них {listed}, различных URL {urls}"),
    };
    if *flaky > 0 {
        let word =
            lang.pick("changed at a second look", "cambiati alla seconda verifica", "изменилось при повторе");
        let _ = write!(text, ", {word} {flaky}");
    }
    text
}

/// What lies behind an outcome: reasons, else statuses; for logins the pointer, for skips the skip reason.
fn behind(
    outcome: Outcome,
    class: &OutcomeFigures,
    figures: &TallyFigures,
    lang: Lang,
) -> Vec<(String, usize)> {
    let mut parts: Vec<(String, usize)> = match outcome {
        Outcome::LoginRequired => {
            figures.login.iter().map(|(pointer, count)| (lang.pointer(*pointer).to_owned(), *count)).collect()
        }
        Outcome::NotProbed => {
            figures.skipped.iter().map(|(reason, count)| (reason.to_string(), *count)).collect()
        }
        _ if !class.reasons.is_empty() => {
            class.reasons.iter().map(|(reason, count)| (reason.clone(), *count)).collect()
        }
        Outcome::Http4xx | Outcome::Http5xx => {
            class.statuses.iter().map(|(status, count)| (format!("HTTP {status}"), *count)).collect()
        }
        _ => Vec::new(),
    };
    parts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::target::Transport;

    /// The published failures, as a tally.
    fn published() -> Tally {
        let mut tally = Tally::default();
        for (outcome, count) in [
            (Outcome::HandshakeRefused, 12),
            (Outcome::Http4xx, 786),
            (Outcome::ConnectionFailed, 491),
            (Outcome::Http5xx, 243),
            (Outcome::TimedOut, 181),
            (Outcome::NotMcp, 41),
            (Outcome::RateLimited, 20),
        ] {
            for index in 0..count {
                let mut record =
                    Record::new(format!("https://{outcome}-{index}.example/"), Transport::Auto, None);
                record.outcome = outcome;
                tally.add(&record);
            }
        }
        tally
    }

    #[test]
    fn the_published_figures_in_the_published_words() {
        let tally = published();
        assert_eq!(
            sentence(&tally, Lang::En),
            "HTTP 4xx error: 786, connection failed: 491, HTTP 5xx error: 243, no answer within 15 seconds: 181, \
             answered, but not as an MCP server: 41, request limit reached (HTTP 429): 20 and refused the handshake: 12"
        );
        assert_eq!(
            sentence(&tally, Lang::It),
            "errore HTTP 4xx: 786, connessione non riuscita: 491, errore HTTP 5xx: 243, nessuna risposta entro 15 secondi: \
             181, ha risposto, ma non come server MCP: 41, limite di richieste raggiunto (HTTP 429): 20 e ha rifiutato \
             l'handshake: 12"
        );
        assert_eq!(
            sentence(&tally, Lang::Ru),
            "ошибка HTTP 4xx: 786, не удалось подключиться: 491, ошибка HTTP 5xx: 243, нет ответа за 15 секунд: 181, \
             ответил, но не как MCP-сервер: 41, превышен лимит запросов (HTTP 429): 20 и отклонил рукопожатие: 12"
        );
    }

    #[test]
    fn nothing_failed() {
        assert_eq!(sentence(&Tally::default(), Lang::En), "no failures");
    }
}

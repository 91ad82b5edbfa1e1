//! What came out, for people at a terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::judge::Verdict;
use super::matrix::{Apart, Graded, Mark};

/// The matrix, the confusion table and what was told apart.
pub(super) fn text(graded: &Graded) -> String {
    let mut text = format!("{}: {}\n\n", graded.name, graded.prober);
    matrix(&mut text, graded);
    confusion(&mut text, graded);
    apart(&mut text, &graded.apart());
    let counts: Vec<String> =
        Mark::ALL.iter().map(|mark| format!("{} {mark}", graded.count(*mark))).collect();
    let _ = writeln!(text, "\n{}: {} cases: {}", graded.name, graded.seen.len(), counts.join(", "));
    text
}

/// The cases that cannot be graded, counted by reason.
pub(super) fn refused(refused: &BTreeMap<String, String>) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in refused.values() {
        *reasons.entry(reason).or_default() += 1;
    }
    let mut text = String::new();
    if !refused.is_empty() {
        let _ = writeln!(text, "{} cases cannot be graded (--list names them):", refused.len());
    }
    for (reason, count) in reasons {
        let _ = writeln!(text, "{count:>5}  {reason}");
    }
    text
}

fn matrix(text: &mut String, graded: &Graded) {
    let _ = writeln!(text, "{:<10} {:<44} {:<17} says", "", "case", "expected");
    for seen in &graded.seen {
        let _ = writeln!(text, "{:<10} {:<44} {:<17} {}", seen.mark(), seen.id, seen.expected, seen.verdict);
        for breach in &seen.broke {
            let _ = writeln!(text, "{:<10}   broke {breach}", "");
        }
    }
}

fn confusion(text: &mut String, graded: &Graded) {
    let table = graded.confusion();
    let mut says: Vec<&Verdict> = table.values().flat_map(|row| row.keys().copied()).collect();
    says.sort_unstable();
    says.dedup();
    let _ = write!(text, "\n{:<18}", "expected \\ says");
    for column in 0..says.len() {
        let _ = write!(text, "{:>5}", letter(column));
    }
    text.push('\n');
    for (expected, row) in &table {
        let _ = write!(text, "{expected:<18}");
        for verdict in &says {
            let shown = row.get(verdict).map_or_else(|| "·".to_owned(), ToString::to_string);
            let _ = write!(text, "{shown:>5}");
        }
        text.push('\n');
    }
    for (column, verdict) in says.iter().enumerate() {
        let _ = writeln!(text, "    {} = {verdict}", letter(column));
    }
}

/// A, B, ... Z, A1, B1, ...
fn letter(column: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(column % 26).unwrap_or_default());
    if column < 26 { letter.to_string() } else { format!("{letter}{}", column / 26) }
}

fn apart(text: &mut String, pairs: &[Apart]) {
    let always = pairs.iter().filter(|pair| pair.told == pair.of).count();
    let _ =
        writeln!(text, "\ntold apart in every pair of cases: {always} of {} pairs of outcomes", pairs.len());
    for pair in pairs.iter().filter(|pair| pair.told < pair.of) {
        let told = if pair.told == 0 {
            "never".to_owned()
        } else {
            format!("in {} of {} pairs of cases", pair.told, pair.of)
        };
        let _ = writeln!(text, "    {} / {}: {told}", pair.one, pair.other);
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrix::tests::graded;
    use super::*;

    #[test]
    fn the_text_has_all_three_parts() {
        let text = text(&graded());
        for part in [
            "right      a/answered                                   answered          answered\n",
            "no-verdict a/four-again                                 http-4xx          (no rule fits)\n",
            "expected \\ says       A    B    C\n",
            "answered              1    ·    ·\n",
            "http-4xx              ·    1    1\n",
            "    B = http-4xx | http-5xx\n",
            "told apart in every pair of cases: 2 of 6 pairs of outcomes\n",
            "    answered / http-4xx: in 1 of 2 pairs of cases\n",
            "    http-4xx / http-5xx: never\n",
            "toy: 5 cases: 1 right, 2 undecided, 1 wrong, 1 no-verdict\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    #[test]
    fn what_cannot_be_graded_is_counted_by_reason() {
        let refusals = [("a/b", "names"), ("a/c", "names"), ("a/d", "time")];
        let text = refused(&refusals.map(|(id, why)| (id.to_owned(), why.to_owned())).into());
        assert!(text.starts_with("3 cases") && text.contains("    2  names\n    1  time\n"), "{text}");
        assert_eq!(refused(&BTreeMap::new()), "");
    }
}

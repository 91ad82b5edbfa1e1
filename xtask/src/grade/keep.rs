//! `--keep`: the counts of a whole run, written into the README beside the adapters, with the day and the command.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, bail};
use mock_servers::script::Span;
use rollcall::outcome::Outcome;

use super::adapter::folder;
use super::matrix::{Graded, Mark};
use super::run::Setting;

/// Where a table ends.
const END: &str = "<!-- /grade -->\n";

/// Which cases were graded: each has a table of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    /// All.
    All,
    /// The named ones.
    Named,
}

impl Over {
    const fn begin(self) -> &'static str {
        match self {
            Self::All => "<!-- grade: all -->\n",
            Self::Named => "<!-- grade: named -->\n",
        }
    }
}

/// Writes the table anew.
pub(super) fn keep(
    probers: &[Graded],
    refused: &BTreeMap<String, String>,
    setting: &Setting,
    over: Over,
) -> anyhow::Result<()> {
    let path = folder().join("README.md");
    let old = std::fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
    let new = renewed(&old, over, &table(probers, refused, setting, over))
        .with_context(|| path.display().to_string())?;
    std::fs::write(&path, new).with_context(|| format!("failed to write {}", path.display()))?;
    println!("grade: {} is written anew", path.display());
    Ok(())
}

fn renewed(document: &str, over: Over, table: &str) -> anyhow::Result<String> {
    let begin = over.begin();
    let Some((before, rest)) = document.split_once(begin) else { bail!("it has no line `{}`", begin.trim()) };
    let Some((_, after)) = rest.split_once(END) else { bail!("it has no line `{}`", END.trim()) };
    Ok([before, begin, table, END, after].concat())
}

fn table(probers: &[Graded], refused: &BTreeMap<String, String>, setting: &Setting, over: Over) -> String {
    let names: Vec<&str> = probers.iter().map(|graded| graded.name.as_str()).collect();
    let cases = probers.first().map_or(0, |graded| graded.seen.len());
    let (which, flag) = match over {
        Over::All => (format!("all {cases} cases that can be graded ({} cannot)", refused.len()), ""),
        Over::Named => (format!("the {cases} named cases"), " --named"),
    };
    let deadline = Span(setting.deadline);
    let mut text = format!(
        "Measured on {} over {which}, with {deadline} for a case:\n\n\
         `cargo xtask grade {}{flag} --deadline {deadline} --jobs {} --keep`\n\n\
         | prober | right | undecided | wrong | no verdict | pairs of outcomes always told apart |\n|---|---|---|---|---|---|\n",
        setting.date,
        names.join(" "),
        setting.jobs,
    );
    // Writing to a String cannot fail.
    for graded in probers {
        let apart = graded.apart();
        let always = apart.iter().filter(|pair| pair.told == pair.of).count();
        let [right, undecided, wrong, silent] = Mark::ALL.map(|mark| graded.count(mark));
        let _ = writeln!(
            text,
            "| {} | {right} | {undecided} | {wrong} | {silent} | {always} of {} |",
            graded.prober,
            apart.len()
        );
    }
    let _ = writeln!(
        text,
        "\nRight, of the cases of each outcome:\n\n| outcome | cases | {} |",
        names.join(" | ")
    );
    let _ = writeln!(text, "|---|---|{}", "---|".repeat(names.len()));
    let count = |graded: &Graded, outcome: Outcome, right: bool| {
        let of = graded.seen.iter().filter(|seen| seen.expected == outcome);
        of.filter(|seen| !right || seen.mark() == Mark::Right).count()
    };
    for outcome in Outcome::ALL {
        let cases = probers.first().map_or(0, |graded| count(graded, *outcome, false));
        if cases > 0 {
            let right: Vec<String> =
                probers.iter().map(|graded| count(graded, *outcome, true).to_string()).collect();
            let _ = writeln!(text, "| `{outcome}` | {cases} | {} |", right.join(" | "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::matrix::tests::graded;
    use super::*;

    #[test]
    fn the_table_replaces_the_one_before_and_nothing_else() {
        let table = table(&[graded()], &BTreeMap::new(), &Setting::of_a_test(), Over::Named);
        assert!(table.contains("| toy 1.0 | 1 | 2 | 1 | 1 | 2 of 6 |\n"), "{table}");
        assert!(
            table.contains("| `http-4xx` | 2 | 0 |\n") && table.contains("| `answered` | 1 | 1 |\n"),
            "{table}"
        );
        assert!(table.contains("grade toy --named --deadline 10000ms --jobs 4 --keep`"), "{table}");
        let begin = Over::Named.begin();
        let document = format!("a\n{begin}old\n{END}b\n");
        assert_eq!(renewed(&document, Over::Named, &table).unwrap(), format!("a\n{begin}{table}{END}b\n"));
        assert!(renewed(&document, Over::All, &table).unwrap_err().to_string().contains("grade: all"));
    }

    #[test]
    fn the_readme_has_a_place_for_both() {
        let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
        assert!(renewed(&readme, Over::All, "").is_ok() && renewed(&readme, Over::Named, "").is_ok());
    }
}

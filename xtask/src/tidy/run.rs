//! Runs every rule over the tree and tells all that is wrong, rule by rule.

use rollcall::exit::Exit;

use super::rule::{Rule, Violation};
use super::tree::Tree;
use super::{boundary, layout, snapshot, source, wording};

/// `tidy`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Only list the rules.
    #[arg(long)]
    list: bool,
}

/// All rules, subject by subject.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    [layout::RULES, source::RULES, snapshot::RULES, boundary::RULES, wording::RULES].into_iter().flatten()
}

/// Every rule that is broken, with its violations in the order of their places.
fn violations(tree: &Tree) -> Vec<(&'static Rule, Vec<Violation>)> {
    let broken = rules().map(|rule| {
        let mut found = (rule.check)(tree);
        found.sort();
        (rule, found)
    });
    broken.filter(|(_, found)| !found.is_empty()).collect()
}

/// Checks every rule.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.list {
        for rule in rules() {
            println!("{}: {}\n  fix: {}", rule.name, rule.description, rule.fix);
        }
        return Ok(Exit::Clean);
    }
    let broken = violations(&Tree::read()?);
    for (rule, found) in &broken {
        println!("{}: {}", rule.name, rule.description);
        for Violation { path, line, what } in found {
            println!("  {path}{}: {what}", line.map(|line| format!(":{line}")).unwrap_or_default());
        }
        println!("  fix: {}\n", rule.fix);
    }
    if broken.is_empty() {
        println!("tidy: {} rules hold", rules().count());
        return Ok(Exit::Clean);
    }
    let count: usize = broken.iter().map(|(_, found)| found.len()).sum();
    println!("tidy: {count} violations of {} rules", broken.len());
    Ok(Exit::Findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_name_of_its_own_and_says_what_it_asks_and_how_to_mend_it() {
        let mut names: Vec<&str> = rules().map(|rule| rule.name).collect();
        assert!(rules().all(|rule| !rule.description.is_empty() && !rule.fix.is_empty()));
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}

//! Joins the words with the cases.

use anyhow::Context as _;
use rollcall::exit::Exit;
use rollcall_cases::{case::Case, load};

use super::mutate;
use super::requirement;
use super::word::{self, Word};
use crate::stdout::print;

/// `coverage`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Say for each word how many cases claim it.
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Change one row of the decision at a time: a change that turns no case red is a hole.
    #[arg(long)]
    pub(crate) mutate: bool,
    /// With `--mutate`: only list the changes.
    #[arg(long, requires = "mutate")]
    pub(crate) list: bool,
}

/// Tells every word without a case.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.mutate {
        return mutate::run(args.list);
    }
    let cases = cases()?;
    let claimed: Vec<Word> = cases.iter().flat_map(|(_, case)| word::claimed_by(case)).collect();
    let mut holes = 0;
    let mut elsewhere = 0;
    for word in word::all() {
        let count = claimed.iter().filter(|claim| **claim == word).count();
        let proven = word::proven_elsewhere(&word);
        if args.verbose {
            let note = proven.map(|place| format!("  ({place})")).unwrap_or_default();
            print(&format!("{count:5}  {word}{note}\n"))?;
        }
        match (count, proven) {
            (0, None) => {
                holes += 1;
                print(&format!("{word}: no case claims it\n"))?;
            }
            (0, Some(_)) => elsewhere += 1,
            (_, Some(place)) => {
                holes += 1;
                print(&format!(
                    "{word}: a case claims it, so the note that it is proven elsewhere ({place}) is stale\n"
                ))?;
            }
            (_, None) => {}
        }
    }
    holes += requirement::tell_holes()?;
    let words = word::all().len();
    if holes > 0 {
        print(&format!(
            "coverage: {holes} holes in {words} words over {} cases\n\
             hint: write a case (`cargo xtask new-case FAMILY/NAME`) whose [expect] has the word\n",
            cases.len()
        ))?;
        return Ok(Exit::Findings);
    }
    print(&format!(
        "coverage: {words} words, {} cases; {elsewhere} words are proven by tests outside the cases\n",
        cases.len()
    ))?;
    Ok(Exit::Clean)
}

/// All cases, by id.
pub(super) fn cases() -> anyhow::Result<Vec<(String, Case)>> {
    let ids = load::ids()?;
    ids.into_iter()
        .map(|id| {
            let case = load::case(&id).with_context(|| format!("case {id}"))?;
            Ok((id, case))
        })
        .collect()
}

//! The categories of a run in words, and one assignment on one screen.

use std::fmt::Write as _;

use crate::category::{
    Assignment, Basis, Candidate, Categories, Category, LEAD, LISTS_AT_LEAST, LeftOutBecause, Lexicon, Light,
    MIN_VOTES, NoneBecause, SHARE, SHARE_AT_MOST, SIDES_AT_LEAST, Shelf, Shortfall, Subject,
};
use crate::record::clean;

/// How many tools are shown on the one screen.
const TOOLS_SHOWN: usize = 20;
/// How many members of a left-out list are named.
const MEMBERS_SHOWN: usize = 10;

/// The shelves with what they rest on, each entry where `members` are wanted, and the lists left out.
#[must_use]
pub fn text(categories: &Categories, members: bool) -> String {
    let mut text = String::new();
    let _ =
        writeln!(text, "{:<15} {:>8} {:>22} {:>14}", "", "entries", "by name, description", "by tool names");
    for &category in Category::ALL {
        let shelf = categories.shelves.get(&category).copied().unwrap_or_default();
        let Shelf { name_and_description, tool_names } = shelf;
        let total = shelf.total();
        let _ = writeln!(text, "{category:<15} {total:>8} {name_and_description:>22} {tool_names:>14}");
    }
    let _ = writeln!(text, "{:<15} {:>8}", "none", categories.without);
    if members {
        for &category in Category::ALL {
            let on: Vec<&Assignment> =
                categories.entries.iter().filter(|entry| entry.category == Some(category)).collect();
            if !on.is_empty() {
                let _ = writeln!(text, "\n{category}");
                for entry in on {
                    member(&mut text, entry);
                }
            }
        }
    }
    if !categories.left_out.is_empty() {
        let _ = writeln!(
            text,
            "\nleft out: tool lists that {} or more servers list identically",
            categories.identical_at
        );
    }
    for set in &categories.left_out {
        let _ = writeln!(
            text,
            "  {} servers list these {} tools: {}",
            set.listed_by.len(),
            set.tools,
            names(&set.names, 8)
        );
        let _ = writeln!(text, "    {}", names(&set.listed_by, MEMBERS_SHOWN));
    }
    text
}

fn member(text: &mut String, entry: &Assignment) {
    let name = clean(&entry.name, 80);
    let why = match entry.basis {
        Some(Basis::ToolNames) => {
            let for_it = entry.category.and_then(|category| entry.votes.get(&category)).copied().unwrap_or(0);
            let counted = if entry.complete == Some(false) { " known" } else { "" };
            format!("tool names: {for_it} of {}{counted}", entry.tools.unwrap_or(0))
        }
        _ => format!("name and description: {}", deciding(entry)),
    };
    let same = match entry.same_list {
        0 => String::new(),
        1 => "; same list as 1 other".to_owned(),
        others => format!("; same list as {others} others"),
    };
    let _ = writeln!(text, "  {name}  ({why}{same})");
}

/// The words that speak for the entry's category, without repeats.
fn deciding(entry: &Assignment) -> String {
    let words: Vec<&str> = entry
        .words
        .iter()
        .filter(|word| word.category == entry.category)
        .map(|word| word.word.as_str())
        .collect();
    words.join(", ")
}

fn names(all: &[String], most: usize) -> String {
    let mut shown: Vec<String> = all.iter().take(most).map(|name| clean(name, 60).into_owned()).collect();
    if all.len() > most {
        shown.push(format!("and {} more", all.len() - most));
    }
    shown.join(", ")
}

/// One entry on one screen: what decided, what voted and why, what was left out.
#[must_use]
pub fn why(assignment: &Assignment, subject: &Subject, lexicon: &Lexicon, identical_at: u32) -> String {
    let mut text = String::new();
    let verdict = match (assignment.category, assignment.basis) {
        (Some(category), Some(basis)) => format!("{category}, by {}", basis.as_str().replace('-', " ")),
        _ => format!("no category: {}", none(assignment, identical_at)),
    };
    let _ = writeln!(text, "{}\n  {verdict}", clean(&assignment.name, 100));
    for (label, value) in [("title", &subject.title), ("description", &subject.description)] {
        if let Some(value) = value {
            let _ = writeln!(text, "  {label}: {}", clean(value, 200));
        }
    }
    let _ = writeln!(text, "\nname, title and description");
    if assignment.words.is_empty() {
        let _ = writeln!(text, "  no word speaks for any category");
    }
    for word in &assignment.words {
        let side = word.category.map_or("elsewhere", Category::as_str);
        let meaning = lexicon.why(&word.word, word.category).unwrap_or("");
        let _ = writeln!(
            text,
            "  {side:<15} +{} {:<18} in the {}: {meaning}",
            word.weight, word.word, word.place
        );
    }
    tools(&mut text, assignment, subject, lexicon);
    text
}

fn tools(text: &mut String, assignment: &Assignment, subject: &Subject, lexicon: &Lexicon) {
    let Some(list) = &subject.tools else {
        let _ = writeln!(text, "\ntools: none are known");
        return;
    };
    let known = if list.complete {
        ""
    } else {
        " known; the list was not read to its end, its known count is judged"
    };
    let _ = writeln!(text, "\ntools: {}{known}", list.count);
    if (list.names.len() as u64) < list.count {
        let _ = writeln!(text, "  {} are kept by name and could vote", list.names.len());
    }
    if assignment.same_list > 0 {
        let _ = writeln!(text, "  same list as {} others", assignment.same_list);
    }
    if assignment.basis == Some(Basis::NameAndDescription) {
        let _ = writeln!(text, "  not asked: name and description said enough");
        return;
    }
    if matches!(assignment.none, Some(NoneBecause::IdenticalSet { .. } | NoneBecause::NoTools)) {
        let _ = writeln!(text, "  not asked");
        return;
    }
    let counts: Vec<String> =
        assignment.votes.iter().map(|(category, n)| format!("{category} {n}")).collect();
    let _ =
        writeln!(text, "  votes: {}", if counts.is_empty() { "none".to_owned() } else { counts.join(", ") });
    if counts.len() > 2 && assignment.category.is_none() {
        let _ = writeln!(text, "  several trades in one server, and none of them the main one");
    }
    for voter in assignment.voters.iter().take(TOOLS_SHOWN) {
        let light = match voter.light {
            Light::Own => "",
            Light::Others => " (in the light of the others)",
            Light::Namespace => " (the first word of every tool)",
        };
        let meaning = lexicon.why(&voter.word, Some(voter.category)).unwrap_or("");
        let tool = clean(&voter.tool, 40);
        let _ = writeln!(text, "  {tool:<34} {:<15} {}{light}: {meaning}", voter.category, voter.word);
    }
    if assignment.voters.len() > TOOLS_SHOWN {
        let _ = writeln!(text, "  and {} more that vote", assignment.voters.len() - TOOLS_SHOWN);
    }
    let silent: Vec<String> = list
        .names
        .iter()
        .filter(|name| assignment.voters.iter().all(|voter| voter.tool != **name))
        .cloned()
        .collect();
    if !silent.is_empty() {
        let _ = writeln!(text, "  no vote: {}", names(&silent, TOOLS_SHOWN));
    }
    for left in &assignment.left_out {
        let why = match left.because {
            LeftOutBecause::Generic => "generic",
            LeftOutBecause::Namespace => "the first word of every tool",
        };
        let _ = writeln!(text, "  left out as {why}: {}", names(&left.words, 30));
    }
    let _ = writeln!(
        text,
        "\nthe rule: at least {MIN_VOTES} tools, at least {LEAD} times any other category, at least 1 in {SHARE} of all {}",
        list.count.max(list.names.len() as u64)
    );
}

fn none(assignment: &Assignment, identical_at: u32) -> String {
    match assignment.none {
        None | Some(NoneBecause::NoTools) => {
            "name and description do not point clearly enough at one category, and no tools are known"
                .to_owned()
        }
        Some(NoneBecause::IdenticalSet { servers }) => format!(
            "name and description do not point clearly enough at one category, and {servers} servers list the same tools (left out from {identical_at} on)"
        ),
        Some(NoneBecause::ToolNames { shortfall }) => {
            let short = match shortfall {
                Shortfall::TooFewVotes => format!("fewer than {MIN_VOTES} tools point at any category"),
                Shortfall::NoLead => {
                    format!("the first category has less than {LEAD} times the votes of the second")
                }
                Shortfall::SmallShare => {
                    format!("the first category has less than 1 in {SHARE} of all tools")
                }
            };
            format!("name and description do not point clearly enough at one category, and {short}")
        }
    }
}

/// Words that the run shows to be generic, for a person to accept.
#[must_use]
pub fn generic(candidates: &[Candidate]) -> String {
    let mut text = format!(
        "words in at least {LISTS_AT_LEAST} different tool lists, on at least {SIDES_AT_LEAST} shelves (none is one), with at \
         most {SHARE_AT_MOST} % of them in one category\n"
    );
    if candidates.is_empty() {
        text.push_str("none that is not generic already\n");
        return text;
    }
    for candidate in candidates {
        let most =
            candidate.most.map_or_else(String::new, |(category, n)| format!("most in {category} ({n})"));
        let speaks: Vec<&str> = candidate.speaks_for.iter().map(|category| category.as_str()).collect();
        let warning = if speaks.is_empty() {
            String::new()
        } else {
            format!("; the lexicon lets it speak for {}: look twice", speaks.join(", "))
        };
        let _ = writeln!(text, "{:>6}  {:<20} {most}{warning}", candidate.lists, clean(&candidate.word, 40));
    }
    text.push_str("\naccept by writing those you agree with into a lexicon:\n\n[[words.generic]]\nwhy = \"…\"\nwords = [");
    let free = candidates.iter().filter(|candidate| candidate.speaks_for.is_empty());
    let quoted: Vec<String> = free.map(|candidate| format!("\"{}\"", clean(&candidate.word, 40))).collect();
    text.push_str(&quoted.join(", "));
    text.push_str("]\n");
    text
}

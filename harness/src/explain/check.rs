//! The meanings of the checks of `conform`: what is expected, and the requirements that they decide.

use std::fmt::Write as _;

use super::Meaning;
use crate::conform::{Check, Held, Requirement, requirements};

/// What a check means.
pub(super) fn meaning(check: &Check) -> Meaning {
    let decides = |of: &&Requirement| {
        of.id == check.requirement
            || matches!(&of.held, Held::Checked(names) if names.iter().any(|name| name == check.name))
    };
    let mut means = format!("Expected: {}.", check.expected);
    let mut sections = Vec::new();
    for of in requirements().iter().filter(decides) {
        let _ = write!(means, " Requirement {} ({}): {}", of.id, of.level, of.text);
        sections.push(of.section.as_str());
    }
    sections.dedup();
    // A check of the same name as its requirement is explained together with it: no pointing at oneself.
    let repair = if check.name == check.requirement {
        "the requirement of the same name tells how to repair it".to_owned()
    } else {
        format!("`rollcall explain {}` tells how to repair it", check.requirement)
    };
    let advice = format!("Run `rollcall conform URL --only {}` to see it alone; {repair}.", check.name);
    Meaning { means, advice, source: format!("the MCP specification, {}", sections.join(", ")) }
}

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
    let advice = format!(
        "Run `rollcall conform URL --only {}` to see it alone; `rollcall explain {}` tells how to repair it.",
        check.name, check.requirement
    );
    Meaning { means, advice, source: format!("the MCP specification, {}", sections.join(", ")) }
}

//! The figures that the product carries and shows: those of the fixed half, by all that a server says.

use std::fmt::Write as _;

use anyhow::Context as _;
use rollcall::category::{
    Assigner, Categories, Category, Confusion, IDENTICAL_AT, IdenticalSets, Judged, Lexicon, Measured,
    built_in_text,
};

use super::labelled::{Labelled, Part};
use crate::root::root;

/// Where they are, from the top of the workspace.
const FILE: &str = "harness/src/category/measured.toml";

/// What the built-in lexicon does on the fixed half.
pub(crate) fn found(all: &[Labelled]) -> Measured {
    let lexicon = Lexicon::built_in();
    let none = IdenticalSets::none();
    let mut assigner = Assigner::new(lexicon, &none);
    let fixed = all.iter().filter(|one| one.part == Part::Fixed);
    let table: Confusion =
        fixed.map(|one| Judged { label: one.label, given: assigner.assign(&one.subject).category }).collect();
    Measured { lexicon: Categories::of(&[], lexicon, built_in_text(), IDENTICAL_AT).lexicon, table }
}

/// Writes them down; gives where.
pub(crate) fn write(measured: &Measured) -> anyhow::Result<&'static str> {
    std::fs::write(root().join(FILE), text(measured)).with_context(|| format!("failed to write {FILE}"))?;
    Ok(FILE)
}

fn text(measured: &Measured) -> String {
    let names: Vec<&str> = Confusion::labels().map(|label| label.map_or("none", Category::as_str)).collect();
    let mut text = format!(
        "# Written by `cargo xtask evaluate --accept`: the fixed half of cases/labelled, judged by the built-in lexicon.\n\
         # Lines are what a server is, columns where it was put: {}.\n\n\
         lexicon = \"{}\"\ntable = [\n",
        names.join(", "),
        measured.lexicon
    );
    for label in Confusion::labels() {
        let row: Vec<String> =
            Confusion::labels().map(|given| measured.table.count(label, given).to_string()).collect();
        let _ = writeln!(text, "    [{}],", row.join(", "));
    }
    text.push_str("]\n");
    text
}

#[cfg(test)]
mod tests {
    use rollcall::category::measured;

    use super::*;
    use crate::evaluate::labelled;

    #[test]
    fn the_product_carries_what_the_evaluation_finds() {
        let found = found(&labelled::read().unwrap());
        assert_eq!(found, *measured(), "run `cargo xtask evaluate --accept`");
        let written = std::fs::read_to_string(root().join(FILE)).unwrap();
        assert_eq!(written, text(&found), "the file is as it is written");
    }
}

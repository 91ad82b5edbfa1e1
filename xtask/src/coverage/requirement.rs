//! Joins the requirements with the checks of `conform`: each is checked or excluded, and nothing is forgotten.

use std::collections::BTreeMap;

use rollcall::conform::{self, Held};

use crate::stdout::print;

/// Tells the holes between the table and the checks, then the count; how many holes there are.
pub(super) fn tell_holes() -> anyhow::Result<usize> {
    let (mut checked, mut excluded, mut holes) = (0, 0, 0);
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    for requirement in conform::requirements() {
        let Held::Checked(checks) = &requirement.held else {
            excluded += 1;
            continue;
        };
        checked += 1;
        for name in checks {
            if conform::named(name).is_none() {
                holes += 1;
                print(&format!("requirement {}: there is no check `{name}`\n", requirement.id))?;
            }
            named.insert(name, &requirement.id);
        }
    }
    for check in conform::all() {
        if named.get(check.name) != Some(&check.requirement) {
            holes += 1;
            print(&format!("check {check}: {} does not name it\n", check.requirement))?;
        }
    }
    print(&format!("requirements: {checked} checked, {excluded} excluded, {holes} forgotten\n"))?;
    Ok(holes)
}

//! Where a requirement can be read: the address of its section.

use crate::conform::Requirement;

/// Where the specification is published, a folder a revision.
const SPECIFICATION: &str = "https://modelcontextprotocol.io/specification";

/// The section of a requirement in the newest revision that asks it.
pub(super) fn address(requirement: &Requirement) -> Option<String> {
    let revision = requirement.revisions.last()?;
    Some(format!("{SPECIFICATION}/{revision}/{}", requirement.section))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::requirements;

    #[test]
    fn every_requirement_has_a_section_that_is_an_address() {
        for requirement in requirements() {
            let address = address(requirement).unwrap();
            let url = url::Url::parse(&address).unwrap();
            assert_eq!(url.as_str(), address, "{}: its section is no part of an address", requirement.id);
        }
    }
}

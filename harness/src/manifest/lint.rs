//! One manifest, judged offline: bytes in, findings out.

use super::beside::Beside;
use super::diagnostic::{Checked, Source};
use super::document::{self, Document, Unreadable};
use super::facts::Facts;
use super::rules;
use super::rules::{Findings, Manifest};
use crate::namespace::Proof;

/// What is known besides the file itself. Nothing of it is looked up here.
#[derive(Debug, Default, Clone, Copy)]
pub struct Options<'a> {
    /// The files in the same folder.
    pub beside: Option<&'a Beside>,
    /// What package indexes, the repository or the registry answered.
    pub facts: Option<&'a Facts>,
    /// How the publisher means to log in.
    pub proof: Option<&'a Proof>,
}

/// Judges one manifest. `name` is what messages call the file.
///
/// # Errors
///
/// [`Unreadable::TooLarge`] and [`Unreadable::TooDeep`]: such a file is refused unread. Bad syntax is a finding.
pub fn lint(name: &str, bytes: &[u8], options: Options<'_>) -> Result<Checked, Unreadable> {
    let mut checked = Checked {
        sources: Vec::new(),
        findings: Vec::new(),
        omitted: 0,
        unchecked: Vec::new(),
        looked_at: Vec::new(),
    };
    let mut findings = Findings::default();
    let parsed = document::text(bytes).and_then(|text| Ok((text, Document::parse(text)?)));
    match parsed {
        Ok((text, document)) => {
            checked.sources.push(Source { name: name.to_owned(), text: text.to_owned() });
            let manifest = Manifest::new(text, &document);
            rules::check(&manifest, &mut findings);
            if let Some(proof) = options.proof {
                rules::check_proof(&manifest, proof, &mut findings);
            }
            if let Some(facts) = options.facts {
                rules::check_facts(&manifest, facts, &mut findings);
            }
            if let Some(beside) = options.beside {
                checked.sources.extend(beside.sources().cloned());
                rules::check_beside(&manifest, beside, &mut findings);
            }
        }
        Err(Unreadable::Syntax { message, span }) => {
            checked
                .sources
                .push(Source { name: name.to_owned(), text: String::from_utf8_lossy(bytes).into_owned() });
            rules::unreadable(message, span, &mut findings);
        }
        Err(refused) => return Err(refused),
    }
    (checked.findings, checked.omitted) = findings.into_parts();
    checked.sort();
    Ok(checked)
}

#[cfg(test)]
mod tests;

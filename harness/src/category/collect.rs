//! From the records and skips of a run to its entries, each once: an entry may list several remotes, and each of them
//! has a record of its own.

use std::collections::HashMap;

use super::{Subject, ToolList};
use crate::record::{EntryFacts, Record, Tools};

/// Gathers entries in any order.
#[derive(Debug, Default)]
pub struct Collector {
    subjects: Vec<Subject>,
    by_name: HashMap<String, usize>,
}

impl Collector {
    /// Takes the entry of a record, with the tools that its probe was told of. A bare URL, which no entry lists, is its
    /// own name.
    pub fn add(&mut self, record: &Record) {
        let subject = match &record.entry {
            Some(entry) => self.add_entry(entry),
            None => self.named(&record.target.url),
        };
        let modern = record.modern.as_ref().map(|modern| &modern.tools);
        for tools in [Some(&record.tools), modern].into_iter().flatten() {
            subject.take(tools);
        }
    }

    /// Takes an entry of which nothing but its text is known.
    pub fn add_entry(&mut self, entry: &EntryFacts) -> &mut Subject {
        let subject = self.named(&entry.name);
        if subject.title.is_none() {
            subject.title.clone_from(&entry.title);
        }
        if subject.description.is_none() {
            subject.description.clone_from(&entry.description);
        }
        subject
    }

    fn named(&mut self, name: &str) -> &mut Subject {
        let at = self.by_name.get(name).copied().unwrap_or_else(|| {
            self.by_name.insert(name.to_owned(), self.subjects.len());
            self.subjects.push(Subject { name: name.to_owned(), ..Subject::default() });
            self.subjects.len() - 1
        });
        &mut self.subjects[at]
    }

    /// The entries, by name: the order of a run depends on who answered first.
    #[must_use]
    pub fn into_subjects(mut self) -> Vec<Subject> {
        self.subjects.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        self.subjects
    }
}

impl Subject {
    /// Keeps the longer of two lists; of two equally long ones the one with the smaller digest, so that the order in
    /// which remotes answered does not matter.
    fn take(&mut self, tools: &Tools) {
        let Some(count) = tools.count else { return };
        let rank = |count: u64, digest: Option<&String>| (count, std::cmp::Reverse(digest.cloned()));
        let better = self.tools.as_ref().is_none_or(|known| {
            rank(count, tools.digest.as_ref()) > rank(known.count, known.digest.as_ref())
        });
        if better {
            self.tools = Some(ToolList {
                count,
                names: tools.names.clone(),
                digest: tools.digest.clone(),
                complete: tools.complete,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Transport;

    fn record(name: &str, tools: &[&str], digest: &str) -> Record {
        let entry = EntryFacts { name: name.into(), description: Some("d".into()), ..EntryFacts::default() };
        let mut record = Record::new("https://a.example/mcp".into(), Transport::Auto, Some(entry));
        record.tools.count = (!digest.is_empty()).then_some(tools.len() as u64);
        record.tools.names = tools.iter().map(|&tool| tool.to_owned()).collect();
        record.tools.digest = (!digest.is_empty()).then(|| digest.to_owned());
        record
    }

    #[test]
    fn an_entry_with_many_remotes_is_one_subject_with_its_longest_list() {
        let all = [record("a/b", &["one"], "x"), record("a/b", &[], ""), record("a/b", &["one", "two"], "y")];
        let collect = |order: &[usize]| {
            let mut collector = Collector::default();
            for &at in order {
                collector.add(&all[at]);
            }
            collector.into_subjects()
        };
        let subjects = collect(&[0, 1, 2]);
        assert_eq!(subjects.len(), 1);
        assert_eq!(subjects[0].tools.as_ref().map(|list| list.count), Some(2));
        assert_eq!(subjects, collect(&[2, 0, 1]), "the order of the records does not matter");
    }

    #[test]
    fn a_bare_url_is_a_subject_of_its_own_name_and_that_name_says_nothing() {
        let mut record = record("", &["list_issues", "merge_branch"], "x");
        record.entry = None;
        record.target.url = "https://flights.hotels.example/airport/booking".to_owned();
        let mut collector = Collector::default();
        collector.add(&record);
        collector.add(&record);
        let subjects = collector.into_subjects();
        assert_eq!(subjects.len(), 1);
        assert_eq!(subjects[0].name, record.target.url);
        assert_eq!(subjects[0].tools.as_ref().map(|list| list.count), Some(2));
        let categories = crate::category::Categories::of(
            &subjects,
            crate::category::Lexicon::built_in(),
            "",
            crate::category::IDENTICAL_AT,
        );
        assert_eq!((categories.entries[0].category, categories.entries[0].words.len()), (None, 0));
    }

    #[test]
    fn unknown_tools_are_not_zero_tools() {
        let mut collector = Collector::default();
        collector.add(&record("a/b", &[], ""));
        assert_eq!(collector.into_subjects()[0].tools, None);
    }
}

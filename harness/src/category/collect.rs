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
    /// Takes the entry of a record, with the tools that its probe was told of. A probe of a bare URL has no entry and
    /// is left aside.
    pub fn add(&mut self, record: &Record) {
        let Some(entry) = &record.entry else { return };
        let subject = self.add_entry(entry);
        let modern = record.modern.as_ref().map(|modern| &modern.tools);
        for tools in [Some(&record.tools), modern].into_iter().flatten() {
            subject.take(tools);
        }
    }

    /// Takes an entry of which nothing but its text is known.
    pub fn add_entry(&mut self, entry: &EntryFacts) -> &mut Subject {
        let known = self.by_name.get(&entry.name).copied();
        let at = known.unwrap_or_else(|| {
            self.by_name.insert(entry.name.clone(), self.subjects.len());
            self.subjects.push(Subject { name: entry.name.clone(), ..Subject::default() });
            self.subjects.len() - 1
        });
        let subject = &mut self.subjects[at];
        if subject.title.is_none() {
            subject.title.clone_from(&entry.title);
        }
        if subject.description.is_none() {
            subject.description.clone_from(&entry.description);
        }
        subject
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
    fn unknown_tools_are_not_zero_tools() {
        let mut collector = Collector::default();
        collector.add(&record("a/b", &[], ""));
        assert_eq!(collector.into_subjects()[0].tools, None);
    }
}

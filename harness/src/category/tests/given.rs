//! What tools and servers are given.

use crate::category::lexicon::Lexicon;
use crate::category::reading::Reader;
use crate::category::vote::poll;
use crate::category::{Assigner, Assignment, Category, IdenticalSets, Subject, ToolList};

/// The category that each of these tools points at, in their company.
pub(super) fn votes(tools: &[&str]) -> Vec<Option<Category>> {
    let names: Vec<String> = tools.iter().map(|&tool| tool.to_owned()).collect();
    let ballot = poll(&mut Reader::new(Lexicon::built_in()), &names, None);
    let mut votes = vec![None; names.len()];
    for vote in ballot.cast {
        votes[vote.tool] = Some(vote.category);
    }
    votes
}

/// The assignment of a server, by the built-in lexicon, with nobody else in the run.
pub(super) fn assigned(name: &str, description: &str, tools: &[&str]) -> Assignment {
    let list = ToolList {
        count: tools.len() as u64,
        names: tools.iter().map(|&tool| tool.to_owned()).collect(),
        digest: None,
        complete: true,
    };
    let subject = Subject {
        name: name.into(),
        title: None,
        description: Some(description.into()),
        tools: Some(list).filter(|list| list.count > 0),
    };
    Assigner::new(Lexicon::built_in(), &IdenticalSets::none()).assign(&subject)
}

//! The plain data that every page, the search and the machine copies are made from: one slim row a server, and the groups
//! that have a page of their own. What a server's page alone shows is read from its records when that page is written.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::past::Did;
use crate::category::{Basis, Category, IdenticalSet};
use crate::census::{Diff, RecordPlace, Run};
use crate::namespace::Needs;
use crate::outcome::Outcome;
use crate::record::{OauthMetadata, Reason};
use crate::tally::{Tally, TallyFigures};
use crate::target::{SkipDetail, SkipReason};

/// The index of a server in [`Site::servers`].
pub(super) type ServerId = u32;

/// Everything of a site that does not depend on the language.
#[derive(Debug)]
pub(super) struct Site {
    /// The run shown.
    pub run: Run,
    /// The directory of the run, where the records are.
    pub folder: PathBuf,
    /// The runs before it, the oldest first: when each began.
    pub earlier: Vec<String>,
    /// The counts, for the published sentence.
    pub tally: Tally,
    /// The counts as plain figures.
    pub figures: TallyFigures,
    /// Every server, by name. A server is what a registry lists under one name, whatever its versions and remotes; a bare
    /// URL is a server of that name.
    pub servers: Vec<Server>,
    /// Servers by category; every category is there.
    pub categories: BTreeMap<Category, Vec<ServerId>>,
    /// How the categories were made: `sha256:` of the lexicon, and from how many servers on an identical list is left out.
    pub category_rule: CategoryRule,
    /// Servers with a remote of this outcome; outcomes that nobody has are absent.
    pub outcomes: BTreeMap<Outcome, Vec<ServerId>>,
    /// Servers with a remote of this cause, under the outcome that it belongs to.
    pub causes: BTreeMap<(Outcome, Cause), Vec<ServerId>>,
    /// Remotes of this outcome and cause.
    pub remotes_by_cause: BTreeMap<(Outcome, Cause), usize>,
    /// Hosts with at least [`HOST_PAGE_AT`] remotes, by name.
    pub hosts: BTreeMap<String, Vec<ServerId>>,
    /// Tool lists that at least [`TOOL_SET_PAGE_AT`] servers have, the most frequent first.
    pub tool_sets: Vec<ToolSet>,
    /// What changed against the last of the earlier runs; absent without one, or when one of the two is unfinished.
    pub changes: Option<Diff>,
}

/// From how many remotes on a host has a page.
pub(super) const HOST_PAGE_AT: usize = 10;
/// From how many servers on an identical tool list has a page.
pub(super) const TOOL_SET_PAGE_AT: usize = 10;

/// How the categories of the run were made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CategoryRule {
    /// `sha256:` and the digest of the lexicon.
    pub lexicon: String,
    /// From how many servers on an identical tool list was left out.
    pub identical_at: u32,
    /// The lists that were left out.
    pub left_out: Vec<IdenticalSet>,
}

/// One server.
#[derive(Debug)]
pub(super) struct Server {
    /// The name as the registry has it; server text, not cleaned.
    pub name: Box<str>,
    /// The file name of its page, without `.html`.
    pub slug: Box<str>,
    /// The title; server text, cleaned and cut.
    pub title: Option<Box<str>>,
    /// The description; server text, cleaned and cut.
    pub description: Option<Box<str>>,
    /// The version of the entry that was probed; server text, cleaned and cut.
    pub version: Option<Box<str>>,
    /// The best that any of its remotes did, in the order of the outcomes.
    pub outcome: Outcome,
    /// The finer word of that remote.
    pub cause: Option<Cause>,
    /// The category.
    pub category: Option<Category>,
    /// On what the category rests.
    pub basis: Option<Basis>,
    /// How the namespace is proven; absent for a bare URL.
    pub namespace: Option<Needs>,
    /// How many tools it lists; absent when nothing is known.
    pub tools: Option<u64>,
    /// The names of its tools, cleaned, a line each; at most 50.
    pub tool_names: Box<str>,
    /// The digest of its longest tool list.
    pub tool_set: Option<Box<str>>,
    /// Its remotes, those that were probed first, then by URL.
    pub remotes: Vec<Remote>,
}

impl Server {
    /// The names of its tools, cleaned.
    pub(super) fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.tool_names.lines()
    }
}

/// One remote of a server, or an entry without one.
#[derive(Debug)]
pub(super) struct Remote {
    /// The URL; server text, not cleaned. Absent for an entry without remotes.
    pub url: Option<Box<str>>,
    /// The host, lower case; absent for a URL that is none.
    pub host: Option<Box<str>>,
    /// The transport as declared; server text where it was skipped, cleaned.
    pub transport: Option<Box<str>>,
    /// The version of the entry that lists it; server text, cleaned.
    pub version: Option<Box<str>>,
    /// What it did.
    pub outcome: Outcome,
    /// The finer word.
    pub cause: Option<Cause>,
    /// For a placeholder: whether it is declared.
    pub detail: Option<SkipDetail>,
    /// The OAuth pointer of a demand for a login.
    pub login: Option<OauthMetadata>,
    /// A second look saw another outcome.
    pub flaky: bool,
    /// From the beginning of the request to the last byte of the reply that decided, in milliseconds; absent without a reply.
    pub answered_in: Option<u32>,
    /// Tools listed by this remote.
    pub tools: Option<u64>,
    /// When it was probed (RFC 3339).
    pub at: Option<Box<str>>,
    /// What it did in the earlier runs, or why it was left alone, as many as [`Site::earlier`]; absent where it was not in
    /// that run.
    pub history: Vec<Option<Did>>,
    /// Where its record stands; absent where it was skipped.
    pub place: Option<RecordPlace>,
}

/// The finer word behind an outcome: the reason, else the status, the error, the rule that left it alone, or the login.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Cause {
    /// A reason of `connection-failed`, `timed-out` or `not-mcp`.
    Reason(Reason),
    /// The HTTP status. Never one of success, which is no cause of anything.
    Status(u16),
    /// The code of the JSON-RPC error that refused the handshake; absent where it has none.
    Rpc(Option<i64>),
    /// Why it was never contacted.
    Skip(SkipReason),
    /// How the login is pointed at.
    Login(OauthMetadata),
}

impl Site {
    /// The server of this name; names that are gone have none.
    pub(super) fn server(&self, name: &str) -> Option<&Server> {
        let at = self.servers.binary_search_by(|server| (*server.name).cmp(name)).ok()?;
        self.servers.get(at)
    }

    /// Remotes of this outcome and cause.
    pub(super) fn listed(&self, outcome: Outcome, cause: Cause) -> usize {
        self.remotes_by_cause.get(&(outcome, cause)).copied().unwrap_or_default()
    }
}

impl Cause {
    /// The word without what keeps it apart from the words of other vocabularies.
    pub(super) fn bare(self) -> String {
        match self {
            Self::Reason(reason) => reason.to_string(),
            Self::Status(status) => status.to_string(),
            Self::Rpc(_) => self.word(),
            Self::Skip(reason) => reason.to_string(),
            Self::Login(pointer) => pointer.to_string(),
        }
    }

    /// The word of the cause, as it stands in links, in the search and in machine copies: safe as a file name.
    #[must_use]
    pub(super) fn word(self) -> String {
        match self {
            Self::Reason(reason) => reason.to_string(),
            Self::Status(status) => format!("http-{status}"),
            Self::Rpc(Some(code)) => format!("rpc-{code}"),
            Self::Rpc(None) => "rpc-no-code".to_owned(),
            Self::Skip(reason) => format!("skip-{reason}"),
            Self::Login(pointer) => format!("login-{pointer}"),
        }
    }
}

/// A tool list that many servers have.
#[derive(Debug)]
pub(super) struct ToolSet {
    /// The file name of its page, without `.html`.
    pub slug: String,
    /// The digest.
    pub digest: String,
    /// How many tools it has.
    pub tools: u64,
    /// The servers that list it.
    pub servers: Vec<ServerId>,
    /// Whether it was left out of the categories.
    pub left_out: bool,
}

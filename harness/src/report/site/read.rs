//! From run directories to the model of the site.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use super::SiteError;
use super::model::{
    CategoryRule, Cause, HOST_PAGE_AT, Remote, Server, ServerId, Site, TOOL_SET_PAGE_AT, ToolSet,
};
use super::past::Past;
use super::slug::slug;
use crate::category::{
    Assignment, Categories, Category, Collector, IDENTICAL_AT, Lexicon, NoneBecause, Subject, built_in_text,
};
use crate::census::{self, RecordPlace, Run, RunDirError, Side, Skipped, Told};
use crate::namespace::{Name, describe};
use crate::outcome::Outcome;
use crate::record::{Record, clean};
use crate::tally::Tally;
use crate::target::{SkipReason, host_key};
use crate::versioned;

/// Characters kept of a title and of a version, for lists and the search.
const TITLE: usize = 100;
/// Characters kept of a description.
const DESCRIPTION: usize = 500;
/// Characters kept of a tool's name.
const TOOL: usize = 130;
/// The assignments that `rollcall categorize` may have left in the run.
const CATEGORIES: &str = "categories.json";

/// Reads the runs; the one that began last is shown, the others are its history. Gives the assignments of the categories
/// beside the site, in the order of the servers that have one.
///
/// # Errors
/// When a run cannot be read, is empty or damaged.
pub(super) fn read(runs: &[&Path]) -> Result<(Site, Assignments), SiteError> {
    let mut runs = runs
        .iter()
        .map(|path| Ok((census::read_run(path)?, *path)))
        .collect::<Result<Vec<(Run, &Path)>, SiteError>>()?;
    runs.sort_by(|a, b| a.0.started_at.cmp(&b.0.started_at));
    let (run, folder) = runs.pop().expect("the command line asks for a run at least");
    let mut gathered = Gathered { compared: !runs.is_empty(), ..Gathered::default() };
    let read = census::read_whole(folder, |told| match told {
        Told::Record(record, place) => gathered.record(record, place),
        Told::Skipped(skipped) => gathered.skipped(skipped),
    });
    match read {
        // A run in which nothing is told yet is not begun, or has lost everything: what to do is the same.
        Ok(_) | Err(RunDirError::Damaged { .. }) if gathered.tally.total() == 0 => {
            return Err(SiteError::Empty(folder.to_owned()));
        }
        read => drop(read?),
    }
    let mut changes = None;
    let mut earlier = Vec::new();
    for (at, (before, path)) in runs.iter().enumerate() {
        let mut past = Past::default();
        let mut side = Side::default();
        let last = at + 1 == runs.len();
        census::read_whole(path, |told| match told {
            Told::Record(record, _) => {
                past.record(record);
                if last {
                    side.record(record);
                }
            }
            Told::Skipped(skipped) => {
                past.skipped(skipped);
                if last {
                    side.skipped(skipped);
                }
            }
        })?;
        gathered.remember(&past);
        earlier.push(before.started_at.clone());
        if last && before.complete && run.complete {
            changes = Some(census::diff(&side, &gathered.side));
        }
    }
    drop(std::mem::take(&mut gathered.side));
    let subjects = std::mem::take(&mut gathered.subjects).into_subjects();
    let categories = categories(folder, &subjects)?;
    let (site, assignments) = gathered.into_site(run, folder, subjects, categories);
    Ok((Site { earlier, changes, ..site }, assignments))
}

/// The assignment of a server, by its name.
pub(super) type Assignments = HashMap<Box<str>, Assignment>;

/// The assignments that lie in the run, else those of the built-in lexicon.
fn categories(folder: &Path, subjects: &[Subject]) -> Result<Categories, SiteError> {
    let path = folder.join(CATEGORIES);
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Categories::of(subjects, Lexicon::built_in(), built_in_text(), IDENTICAL_AT));
        }
        Err(error) => return Err(SiteError::Categories { path, why: error.to_string() }),
    };
    let categories: Categories = versioned::read(&text)
        .map_err(|fault| SiteError::Categories { path: path.clone(), why: fault.to_string() })?;
    let same = categories.entries.len() == subjects.len()
        && categories.entries.iter().zip(subjects).all(|(entry, subject)| entry.name == subject.name);
    if !same {
        let why = "it was made from other records than those beside it".to_owned();
        return Err(SiteError::Categories { path, why });
    }
    Ok(categories)
}

/// The finer word of a record.
pub(super) fn cause_of(record: &Record) -> Option<Cause> {
    if let Some(skip) = &record.skip {
        return Some(Cause::Skip(skip.reason));
    }
    match (record.outcome, record.reason, record.status) {
        (Outcome::LoginRequired, ..) => record.login.as_ref().map(|login| Cause::Login(login.oauth_metadata)),
        (_, Some(reason), _) => Some(Cause::Reason(reason)),
        (Outcome::HandshakeRefused, ..) => {
            Some(Cause::Rpc(record.rpc_error.as_ref().and_then(|error| error.code)))
        }
        (Outcome::Answered, ..) => None,
        (_, None, status) => status.filter(|status| !(200..300).contains(status)).map(Cause::Status),
    }
}

/// What is gathered while the files are read.
#[derive(Default)]
struct Gathered {
    tally: Tally,
    subjects: Collector,
    servers: HashMap<Box<str>, Vec<Remote>>,
    /// The names of servers that are bare URLs.
    bare: HashSet<Box<str>>,
    /// What a comparison with an earlier run looks at; kept only where there is one.
    side: Side,
    compared: bool,
}

impl Gathered {
    fn record(&mut self, record: &Record, place: RecordPlace) {
        self.tally.add(record);
        self.subjects.add(record);
        if self.compared {
            self.side.record(record);
        }
        let name: Box<str> = match &record.entry {
            Some(entry) => entry.name.as_str().into(),
            None => record.target.url.as_str().into(),
        };
        if record.entry.is_none() && !self.servers.contains_key(&name) {
            self.bare.insert(name.clone());
        }
        let answered = record.deciding().filter(|exchange| exchange.status.is_some());
        self.servers.entry(name).or_default().push(Remote {
            url: Some(record.target.url.as_str().into()),
            host: host(&record.target.url),
            transport: Some(record.target.declared.as_str().into()),
            version: record
                .entry
                .as_ref()
                .and_then(|entry| entry.version.as_deref())
                .map(|text| cut(text, TITLE)),
            outcome: record.outcome,
            cause: cause_of(record),
            detail: record.skip.as_ref().and_then(|skip| skip.detail),
            login: record.login.as_ref().map(|login| login.oauth_metadata),
            flaky: record.flaky,
            answered_in: answered
                .map(|exchange| u32::try_from(exchange.timing.total_us / 1000).unwrap_or(u32::MAX)),
            tools: record.tools.count,
            at: Some(record.started_at.as_str().into()),
            history: Vec::new(),
            place: Some(place),
        });
    }

    fn skipped(&mut self, skipped: &Skipped) {
        if self.compared {
            self.side.skipped(skipped);
        }
        self.tally.add_skipped(skipped);
        self.subjects.add_entry(&skipped.entry);
        self.servers.entry(skipped.entry.name.as_str().into()).or_default().push(Remote {
            // What names no host that could be asked is on none.
            host: skipped.url.as_deref().filter(|_| names_a_host(skipped.skip.reason)).and_then(host),
            url: skipped.url.as_deref().map(Into::into),
            transport: skipped.transport.as_deref().map(|word| cut(word, TITLE)),
            version: skipped.entry.version.as_deref().map(|text| cut(text, TITLE)),
            outcome: Outcome::NotProbed,
            cause: Some(Cause::Skip(skipped.skip.reason)),
            detail: skipped.skip.detail,
            login: None,
            flaky: false,
            answered_in: None,
            tools: None,
            at: None,
            history: Vec::new(),
            place: None,
        });
    }

    /// Writes into every remote what it did in one earlier run.
    #[expect(clippy::iter_over_hash_type, reason = "every remote is written to by itself")]
    fn remember(&mut self, past: &Past) {
        for (name, remotes) in &mut self.servers {
            for remote in remotes {
                remote.history.push(past.of(name, remote));
            }
        }
    }

    fn into_site(
        self,
        run: Run,
        folder: &Path,
        subjects: Vec<Subject>,
        categories: Categories,
    ) -> (Site, Assignments) {
        let rule = CategoryRule {
            lexicon: categories.lexicon,
            identical_at: categories.identical_at,
            left_out: categories.left_out,
        };
        let mut assignments: Assignments =
            categories.entries.into_iter().map(|entry| (entry.name.as_str().into(), entry)).collect();
        let mut rows: Vec<(Box<str>, Vec<Remote>)> = self.servers.into_iter().collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        let mut known: HashMap<String, Subject> =
            subjects.into_iter().map(|subject| (subject.name.clone(), subject)).collect();
        let mut servers = Vec::with_capacity(rows.len());
        for (name, remotes) in rows {
            let subject = known.remove(&*name).unwrap_or_default();
            let assignment = assignments.get(&name);
            servers.push(server(name, remotes, &subject, assignment, &self.bare));
        }
        // Where nothing is known, nothing has to be kept: the page says so by itself.
        assignments.retain(|_, kept| {
            !kept.words.is_empty() || kept.same_list > 0 || !matches!(kept.none, Some(NoneBecause::NoTools))
        });
        let figures = self.tally.figures();
        let site = group(servers, run, folder, self.tally, figures, rule);
        (site, assignments)
    }
}

fn server(
    name: Box<str>,
    mut remotes: Vec<Remote>,
    subject: &Subject,
    assignment: Option<&Assignment>,
    bare: &HashSet<Box<str>>,
) -> Server {
    remotes.sort_by(|a, b| {
        (a.place.is_none(), a.outcome, &a.url, &a.transport, &a.version).cmp(&(
            b.place.is_none(),
            b.outcome,
            &b.url,
            &b.transport,
            &b.version,
        ))
    });
    let best = remotes.first().expect("a server is there because of a remote");
    let list = subject.tools.as_ref();
    let names: Vec<_> = list.into_iter().flat_map(|list| &list.names).map(|name| clean(name, TOOL)).collect();
    let namespace = (!bare.contains(&name)).then(|| describe(&Name::new(&name), None).needs);
    Server {
        slug: slug(&name).into(),
        title: subject.title.as_deref().map(|text| cut(text, TITLE)),
        description: subject.description.as_deref().map(|text| cut(text, DESCRIPTION)),
        version: best.version.clone(),
        outcome: best.outcome,
        cause: best.cause,
        category: assignment.and_then(|assignment| assignment.category),
        basis: assignment.and_then(|assignment| assignment.basis),
        namespace,
        tools: list.map(|list| list.count),
        tool_names: names.join("\n").into(),
        tool_set: list.filter(|list| list.count > 0).and_then(|list| list.digest.as_deref()).map(Into::into),
        remotes,
        name,
    }
}

/// The groups that have a page of their own.
fn group(
    servers: Vec<Server>,
    run: Run,
    folder: &Path,
    tally: Tally,
    figures: crate::tally::TallyFigures,
    category_rule: CategoryRule,
) -> Site {
    let mut categories: BTreeMap<Category, Vec<ServerId>> =
        Category::ALL.iter().map(|category| (*category, Vec::new())).collect();
    let mut outcomes: BTreeMap<Outcome, Vec<ServerId>> = BTreeMap::new();
    let mut causes: BTreeMap<(Outcome, Cause), Vec<ServerId>> = BTreeMap::new();
    let mut remotes_by_cause = BTreeMap::new();
    let mut hosts: BTreeMap<String, (usize, Vec<ServerId>)> = BTreeMap::new();
    let mut sets: BTreeMap<&str, (u64, Vec<ServerId>)> = BTreeMap::new();
    for (id, server) in (0..).zip(&servers) {
        if let Some(category) = server.category {
            categories.entry(category).or_default().push(id);
        }
        if let (Some(digest), Some(tools)) = (&server.tool_set, server.tools) {
            sets.entry(digest).or_insert((tools, Vec::new())).1.push(id);
        }
        for remote in &server.remotes {
            once(outcomes.entry(remote.outcome).or_default(), id);
            if let Some(cause) = remote.cause {
                once(causes.entry((remote.outcome, cause)).or_default(), id);
                *remotes_by_cause.entry((remote.outcome, cause)).or_default() += 1;
            }
            if let Some(host) = &remote.host {
                let (remotes, servers) = hosts.entry(host.to_string()).or_default();
                *remotes += 1;
                once(servers, id);
            }
        }
    }
    let mut tool_sets: Vec<ToolSet> = sets
        .into_iter()
        .filter(|(_, (_, servers))| servers.len() >= TOOL_SET_PAGE_AT)
        .map(|(digest, (tools, servers))| ToolSet {
            slug: slug(digest.trim_start_matches("sha256:").get(..16).unwrap_or(digest)),
            digest: digest.to_owned(),
            tools,
            left_out: category_rule.left_out.iter().any(|set| set.digest == digest),
            servers,
        })
        .collect();
    tool_sets.sort_by(|a, b| (b.servers.len(), &a.digest).cmp(&(a.servers.len(), &b.digest)));
    Site {
        run,
        folder: folder.to_owned(),
        earlier: Vec::new(),
        tally,
        figures,
        categories,
        category_rule,
        outcomes,
        causes,
        remotes_by_cause,
        hosts: hosts
            .into_iter()
            .filter(|(_, (remotes, _))| *remotes >= HOST_PAGE_AT)
            .map(|(host, (_, servers))| (host, servers))
            .collect(),
        tool_sets,
        changes: None,
        servers,
    }
}

/// Adds a server that may be there already as the last one.
fn once(servers: &mut Vec<ServerId>, id: ServerId) {
    if servers.last() != Some(&id) {
        servers.push(id);
    }
}

/// Whether a remote that was left alone for this reason has a host of its own.
fn names_a_host(reason: SkipReason) -> bool {
    matches!(reason, SkipReason::PlainHttp | SkipReason::Excluded | SkipReason::HostStopped)
}

fn host(url: &str) -> Option<Box<str>> {
    let url = url::Url::parse(url).ok()?;
    Some(host_key(&url)).filter(|host| !host.is_empty()).map(Into::into)
}

fn cut(text: &str, limit: usize) -> Box<str> {
    clean(text, limit).into()
}

//! Writing the whole site: the lists of each language, then the server pages, read one by one and rendered on every core.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::{Server, Site};
use super::page::Frame;
use super::place::{Place, SITE_SCHEMA};
use super::read::{Assignments, read};
use super::text::Text;
use super::{SiteError, assets, changes, checked, copies, root, search, server, shelves, start};
use crate::census::Records;
use crate::record::Record;
use crate::report::lang::Lang;

/// Servers that a thread takes at a time.
const TAKEN: usize = 64;

/// How a site is written.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where.
    pub out: PathBuf,
    /// In which languages, one folder each, one at least; the first is the one that the root page is in.
    pub langs: Vec<Lang>,
    /// Where the site will be served, for what has to name itself in full (sitemap, feed); without it those that need it
    /// are left out.
    pub base: Option<url::Url>,
}

/// The version of a summary's JSON form.
pub const SITE_SUMMARY_SCHEMA: &str = "rollcall.site-summary.v1";

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Always [`SITE_SUMMARY_SCHEMA`].
    pub schema: String,
    /// Servers, each with a page in every language.
    pub servers: usize,
    /// Pages of one language.
    pub pages: usize,
    /// Whether the run shown is finished.
    pub complete: bool,
    /// Where the site is.
    pub out: PathBuf,
}

/// Writes the site of these runs: the one that began last is shown, the earlier ones are its history.
///
/// # Errors
/// When a run cannot be read, or the place is not free or cannot be written. An earlier site stays as it was then.
pub fn write(runs: &[&Path], options: &Options) -> Result<Summary, SiteError> {
    let place = Place::begin(&options.out)?;
    let (site, assignments) = read(runs)?;
    let profiles = search::Profiles::of(&site);
    let mut pages = 0;
    for lang in &options.langs {
        let text = Text::new(*lang);
        let frame = Frame { t: &text, site: &site, langs: &options.langs };
        start::write(&frame, &place, &profiles)?;
        checked::write(&frame, &place)?;
        pages = 2 + site.servers.len() + shelves::write(&frame, &place)? + changes::write(&frame, &place)?;
    }
    servers(&site, &assignments, &options.langs, &place)?;
    place.put("index.html", root::root(&options.langs))?;
    assets::write(&place)?;
    search::write(&site, &profiles, &place)?;
    copies::write(&site, &place, options)?;
    place.finish(&serde_json::json!({
        "schema": SITE_SCHEMA, "prober": site.run.prober, "run": site.run.started_at,
    }))?;
    Ok(Summary {
        schema: SITE_SUMMARY_SCHEMA.to_owned(),
        servers: site.servers.len(),
        pages,
        complete: site.run.complete,
        out: options.out.clone(),
    })
}

/// Writes the page of every server in every language, on every core. A record is read when its page is written, and let go.
fn servers(site: &Site, assignments: &Assignments, langs: &[Lang], place: &Place) -> Result<(), SiteError> {
    let next = AtomicUsize::new(0);
    let failed: Mutex<Option<SiteError>> = Mutex::new(None);
    let work = || -> Result<(), SiteError> {
        let texts: Vec<Text> = langs.iter().map(|lang| Text::new(*lang)).collect();
        let mut records = None;
        loop {
            let first = next.fetch_add(TAKEN, Ordering::Relaxed);
            let Some(rest) = site.servers.get(first..).filter(|rest| !rest.is_empty()) else { return Ok(()) };
            for one in &rest[..rest.len().min(TAKEN)] {
                let told = read_records(site, one, &mut records)?;
                for t in &texts {
                    let frame = Frame { t, site, langs };
                    server::write(&frame, place, one, &told, assignments.get(&one.name))?;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, std::num::NonZero::get) {
            scope.spawn(|| {
                if let Err(error) = work() {
                    // The others stop at their next turn.
                    next.store(usize::MAX / 2, Ordering::Relaxed);
                    failed.lock().expect("nobody panics while holding it").get_or_insert(error);
                }
            });
        }
    });
    failed.into_inner().expect("nobody panics while holding it").map_or(Ok(()), Err)
}

/// The records of a server whose evidence its page shows.
fn read_records(site: &Site, one: &Server, open: &mut Option<Records>) -> Result<Vec<Record>, SiteError> {
    let places = one.remotes.iter().filter_map(|remote| remote.place).take(server::wanted(one));
    places
        .map(|place| {
            let records = match open {
                Some(records) => records,
                None => open.insert(Records::open(&site.folder)?),
            };
            Ok(records.at(place)?)
        })
        .collect()
}

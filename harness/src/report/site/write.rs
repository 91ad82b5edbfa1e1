//! Writing the whole site.

use std::path::{Path, PathBuf};

use super::page::Frame;
use super::place::{Place, SITE_SCHEMA};
use super::read::read;
use super::text::Text;
use super::{SiteError, assets, copies, root, search, server, start};
use crate::report::lang::Lang;

/// How a site is written.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where.
    pub out: PathBuf,
    /// In which languages, one folder each; the first is the one that the root page is in.
    pub langs: Vec<Lang>,
    /// Where the site will be served, for what has to name itself in full (sitemap, feed); without it those that need it
    /// are left out.
    pub base: Option<url::Url>,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
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
    let (site, _assignments) = read(runs)?;
    let mut pages = 0;
    for lang in &options.langs {
        let text = Text::new(*lang);
        let frame = Frame { t: &text, site: &site, langs: &options.langs };
        pages = 1 + site.servers.len();
        place.put(&format!("{lang}/index.html"), start::start(&frame))?;
        for one in &site.servers {
            place.put(&format!("{lang}/server/{}.html", one.slug), server::server(&frame, one))?;
        }
    }
    place.put("index.html", root::root(&options.langs))?;
    assets::write(&place)?;
    search::write(&site, &place)?;
    copies::write(&site, &place, options)?;
    place.finish(
        &serde_json::json!({ "schema": SITE_SCHEMA, "prober": site.run.prober, "run": site.run.started_at }),
    )?;
    Ok(Summary { servers: site.servers.len(), pages, complete: site.run.complete, out: options.out.clone() })
}

//! Writing the copies.

use std::io::{self, Write as _};

use super::{crawlers, feed, servers, table};
use crate::report::site::model::Site;
use crate::report::site::place::Place;
use crate::report::site::text::Text;
use crate::report::site::{Options, SiteError};

/// Writes every copy. The pages are there already: the sitemap lists them.
///
/// # Errors
/// When one cannot be written.
pub(in crate::report::site) fn write(site: &Site, place: &Place, options: &Options) -> Result<(), SiteError> {
    let fail = |path: &str, source: io::Error| SiteError::Write { path: path.into(), source };
    let mut file = place.create("servers.json")?;
    servers::servers(site, &mut file)
        .and_then(|()| file.flush())
        .map_err(|source| fail("servers.json", source))?;
    let mut file = place.create("servers.csv")?;
    table::table(site, &mut file)
        .map_err(io::Error::other)
        .and_then(|()| file.flush())
        .map_err(|source| fail("servers.csv", source))?;
    place.put("tally.json", servers::tally(site))?;
    for lang in &options.langs {
        if let Some(feed) = feed::feed(site, &Text::new(*lang), options.base.as_ref()) {
            let path = format!("{lang}/changes.xml");
            place.put(&path, feed.map_err(|source| fail(&path, source))?)?;
        }
    }
    place.put("robots.txt", crawlers::robots(options.base.as_ref()))?;
    if let Some(base) = &options.base {
        let changed = site.run.ended_at.as_deref().unwrap_or(&site.run.started_at);
        for (path, text) in crawlers::sitemap(base, &place.pages()?, changed) {
            place.put(&path, text)?;
        }
    }
    Ok(())
}

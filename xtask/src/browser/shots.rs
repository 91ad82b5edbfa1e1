//! Pictures for a person to look at: the kinds of pages, on a phone and on a desk, light and dark. While the page is open
//! like that, it must not be wider than its window, and its colours must have the contrast that axe-core asks for.

use std::path::Path;

use anyhow::Context as _;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::driver::{Session, View};
use super::search;
use super::visit::{self, From};

/// How pages are looked at.
pub(super) const VIEWS: [View; 4] = [
    View { name: "phone-light", size: (390, 844), dark: false },
    View { name: "phone-dark", size: (390, 844), dark: true },
    View { name: "desk-light", size: (1280, 800), dark: false },
    View { name: "desk-dark", size: (1280, 800), dark: true },
];
/// How pages are looked at where nothing else is asked for.
pub(super) const USUAL: View = VIEWS[2];
/// Nobody scrolls further in a picture, in CSS pixels.
const LONGEST: u32 = 4_000;

/// Writes the pictures of these pages into a folder; what is wrong with the pages, a line each.
pub(super) async fn take(
    session: &Session,
    from: &From<'_>,
    pages: &[String],
    axe: &str,
    folder: &Path,
) -> anyhow::Result<Vec<String>> {
    std::fs::create_dir_all(folder).with_context(|| format!("failed to create {}", folder.display()))?;
    let mut wrong = Vec::new();
    for view in VIEWS {
        session.view(view).await?;
        for page in pages {
            // From a page without one, an address with a search loads as it does for whoever is given it.
            session.goto("about:blank").await?;
            session.told().await?;
            wrong.extend(visit::load(session, from, page).await?);
            if let Some((_, address)) = page.split_once('#') {
                search::answered(session, address).await?;
            }
            let place = format!("{page} ({})", view.name);
            wrong.extend(too_wide(session, &place).await?);
            wrong.extend(visit::accessible(session, axe, &place).await?);
            let picture = visit::picture(session, view.size.0, LONGEST).await?;
            let bytes = STANDARD.decode(picture).context("the browser gives no picture")?;
            let name = page.replace(".html", "").replace('/', "-").replace(['#', '=', '&'], "_");
            let name = format!("{name}.{}.png", view.name);
            std::fs::write(folder.join(&name), bytes).with_context(|| format!("failed to write {name}"))?;
        }
    }
    session.view(USUAL).await?;
    Ok(wrong)
}

/// Whether the page that is open is wider than its window.
pub(super) async fn too_wide(session: &Session, place: &str) -> anyhow::Result<Option<String>> {
    let over = visit::overflow(session).await?;
    Ok((over > 0).then(|| format!("{place}: is {over} px wider than its window")))
}

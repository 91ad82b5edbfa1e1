//! The files that every page shares.

use super::SiteError;
use super::place::Place;

/// Name and content.
const ASSETS: [(&str, &str); 3] = [
    ("assets/site.css", include_str!("assets/site.css")),
    ("assets/site.js", include_str!("assets/site.js")),
    ("assets/icon.svg", include_str!("assets/icon.svg")),
];

/// Writes them.
///
/// # Errors
/// When one cannot be written.
pub(super) fn write(place: &Place) -> Result<(), SiteError> {
    ASSETS.iter().try_for_each(|(path, text)| place.put(path, text))
}

//! `robots.txt` and the sitemap. A sitemap has to name pages in full, so there is none unless it is known where the site
//! will be served.

use std::fmt::Write as _;

use url::Url;

/// Pages that one sitemap may list (the protocol of sitemaps, 2008).
const PAGES: usize = 50_000;

/// `robots.txt`: every page may be read.
pub(in crate::report::site) fn robots(base: Option<&Url>) -> String {
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    if let Some(sitemap) = base.and_then(|base| base.join("sitemap.xml").ok()) {
        let _ = write!(text, "\nSitemap: {sitemap}\n");
    }
    text
}

/// The sitemap of these pages, given by their paths in order: one file, or an index and its parts. Name and content of each.
pub(in crate::report::site) fn sitemap(base: &Url, pages: &[String], changed: &str) -> Vec<(String, String)> {
    let parts: Vec<&[String]> = pages.chunks(PAGES).collect();
    if let [only] = parts[..] {
        return vec![("sitemap.xml".to_owned(), part(base, only, changed))];
    }
    let names: Vec<String> = (1..=parts.len()).map(|number| format!("sitemap-{number}.xml")).collect();
    let index = document("sitemapindex", "sitemap", base, &names, changed);
    let parts = parts.into_iter().map(|pages| part(base, pages, changed));
    std::iter::once(("sitemap.xml".to_owned(), index)).chain(names.into_iter().zip(parts)).collect()
}

fn part(base: &Url, pages: &[String], changed: &str) -> String {
    document("urlset", "url", base, pages, changed)
}

fn document(list: &str, each: &str, base: &Url, paths: &[String], changed: &str) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{list} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    );
    for path in paths {
        // The start page of a folder is the folder.
        let path = path
            .strip_suffix("index.html")
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
            .unwrap_or(path);
        let Ok(url) = base.join(path) else { continue };
        let url = url.as_str().replace('&', "&amp;");
        let _ = writeln!(text, "<{each}><loc>{url}</loc><lastmod>{changed}</lastmod></{each}>");
    }
    let _ = writeln!(text, "</{list}>");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_site_has_an_index_of_sitemaps() {
        let base = Url::parse("https://example.com/dir/").unwrap();
        let pages: Vec<String> = (0..50_001).map(|number| format!("en/server/{number}.html")).collect();
        let files = sitemap(&base, &pages, "2026-01-01T00:00:00Z");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml"]);
        assert!(files[0].1.contains("<loc>https://example.com/dir/sitemap-2.xml</loc>"));
        assert!(files[2].1.contains("<loc>https://example.com/dir/en/server/50000.html</loc>"));
        assert_eq!(files[1].1.matches("<url>").count(), 50_000);
    }

    #[test]
    fn the_start_page_of_a_folder_is_the_folder() {
        let base = Url::parse("https://example.com/?a&b").unwrap();
        let files = sitemap(&base, &["en/index.html".to_owned(), "index.html".to_owned()], "x");
        assert!(files[0].1.contains("<loc>https://example.com/en/</loc>"), "{}", files[0].1);
        assert!(robots(Some(&base)).contains("Sitemap: https://example.com/sitemap.xml"));
        assert!(!robots(None).contains("Sitemap"));
    }
}

//! Nothing that a server said can do harm: no element of a page is made of it, and no file of the site has a character
//! that changes how the text around it is shown.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context as _;
use rollcall::record::is_control;
use serde_json::json;

use super::driver::Session;
use super::links::walk;
use super::visit::From;

/// What of the open page is made of a server's text: elements that no template of ours writes, attributes that run, links
/// that run, scripts from elsewhere, and what a script of theirs would leave behind.
pub(super) async fn elements(session: &Session, from: &From<'_>, page: &str) -> anyhow::Result<Vec<String>> {
    let found = session
        .run(
            "const found = [];
             if (window.harmed !== undefined) found.push('a script of a server ran');
             for (const each of document.querySelectorAll('[data-harm], img, iframe, object, embed, base, style'))
                 found.push('element ' + each.outerHTML.slice(0, 120));
             for (const each of document.querySelectorAll('*')) {
                 for (const name of each.getAttributeNames())
                     if (name.startsWith('on') || name === 'style') found.push('attribute ' + name + ' of ' + each.localName);
                 if (each.localName === 'a' && !['http:', 'https:', 'file:', 'mailto:'].includes(each.protocol))
                     found.push('link ' + each.href);
                 if (each.localName === 'script' && (each.textContent !== '' || !each.src.startsWith(arguments[0])))
                     found.push('script ' + each.outerHTML.slice(0, 120));
             }
             return found;",
            vec![json!(from.url(""))],
        )
        .await?;
    let found = found.as_array().cloned().unwrap_or_default();
    Ok(found.iter().map(|what| format!("{page}: {}", what.as_str().unwrap_or_default())).collect())
}

/// Whether the open page shows all of these.
pub(super) async fn shows(session: &Session, page: &str, texts: &[String]) -> anyhow::Result<Vec<String>> {
    let shown = session.run("return document.querySelector('main').textContent;", Vec::new()).await?;
    let shown = shown.as_str().unwrap_or_default();
    Ok(texts
        .iter()
        .filter(|text| !shown.contains(*text))
        .map(|text| format!("{page}: does not show {text:?}"))
        .collect())
}

/// Files of the site with characters that no line of text should have.
pub(super) fn characters(site: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = BTreeSet::new();
    walk(site, "", &mut files)?;
    let mut wrong = Vec::new();
    for file in files {
        let bytes = std::fs::read(site.join(&file)).with_context(|| format!("failed to read {file}"))?;
        // Most files are plain, and looking at bytes is fast.
        if bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        // The lines of a CSV file end in both.
        if let Some(c) = text.chars().find(|c| is_control(*c) && !matches!(c, '\n' | '\r')) {
            wrong.push(format!("{file}: has the character U+{:04X}", u32::from(c)));
        }
    }
    Ok(wrong)
}

//! HTML by the book: html-validate over pages on disk, with its recommended rules.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde_json::Value;

use super::install::Tools;

/// What is wrong with these pages of a site, a line each.
pub(super) fn check(tools: &Tools, site: &Path, pages: &[String]) -> anyhow::Result<Vec<String>> {
    let files: Vec<PathBuf> = pages.iter().map(|page| site.join(page)).collect();
    // Into a file: on its way out node cuts what does not fit into a pipe.
    let report = tempfile::NamedTempFile::new()?;
    let done = tools.html_validate(report.path()).args(&files).output().context("failed to start node")?;
    let found = std::fs::read(report.path())?;
    let found: Value = serde_json::from_slice(&found).with_context(|| {
        format!("html-validate does not say what it found: {}", String::from_utf8_lossy(&done.stderr))
    })?;
    Ok(complaints(&found))
}

/// The report of html-validate, a line a complaint.
fn complaints(found: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut lines = Vec::new();
    for file in list(found) {
        for message in list(&file["messages"]) {
            lines.push(format!(
                "{}:{}: {} ({})",
                file["filePath"].as_str().unwrap_or_default(),
                message["line"],
                message["message"].as_str().unwrap_or_default(),
                message["ruleId"].as_str().unwrap_or_default(),
            ));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_complaint_names_the_place_and_the_rule() {
        let found =
            json!([{ "filePath": "a.html", "messages": [{ "line": 3, "message": "no", "ruleId": "r" }] }]);
        assert_eq!(complaints(&found), ["a.html:3: no (r)"]);
    }
}

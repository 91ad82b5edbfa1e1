//! The second comparison: the whole redacted record with the one that was accepted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rollcall::record::{Record, Redact};

/// The record is not the accepted one.
#[derive(Debug, thiserror::Error)]
#[error("the record differs from {}", .0.display())]
pub struct Differs(PathBuf);

/// Compares a record with `snapshots/<id>.snap`, or accepts it where `INSTA_UPDATE` says so. `source` is the file that
/// the record belongs to, `about` a word on where its claim comes from; both stand in the head of the snapshot.
///
/// # Errors
///
/// They differ; insta has printed how.
pub fn compare(id: &str, source: &Path, about: &str, record: &Record) -> Result<(), Differs> {
    let redacted = Redact::SNAPSHOT.record(record);
    let settings = settings(id, Some(source), about);
    held(id, || settings.bind(|| insta::assert_yaml_snapshot!(leaf(id), redacted)))
}

/// Compares a text with `snapshots/<id>.snap`, or accepts it where `INSTA_UPDATE` says so.
///
/// # Errors
///
/// They differ; insta has printed how.
pub fn compare_text(id: &str, about: &str, text: &str) -> Result<(), Differs> {
    let settings = settings(id, None, about);
    held(id, || settings.bind(|| insta::assert_snapshot!(leaf(id), text)))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).join("snapshots")
}

fn leaf(id: &str) -> &str {
    id.split_once('/').map_or(id, |(_, leaf)| leaf)
}

fn settings(id: &str, source: Option<&Path>, about: &str) -> insta::Settings {
    let family = id.split_once('/').map_or("", |(family, _)| family);
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(root().join(family));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    if let Some(source) = source {
        settings.set_input_file(source);
    }
    settings.set_description(about);
    settings
}

/// insta tells a difference by a panic.
fn held(id: &str, compare: impl FnOnce()) -> Result<(), Differs> {
    catch_unwind(AssertUnwindSafe(compare)).map_err(|_| Differs(root().join(format!("{id}.snap"))))
}

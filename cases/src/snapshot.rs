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
    let (family, leaf) = id.split_once('/').unwrap_or(("", id));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).join("snapshots");
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(root.join(family));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(source);
    settings.set_description(about);
    let compared = catch_unwind(AssertUnwindSafe(|| {
        settings.bind(|| insta::assert_yaml_snapshot!(leaf, redacted));
    }));
    compared.map_err(|_| Differs(root.join(format!("{id}.snap"))))
}

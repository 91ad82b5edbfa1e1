//! Many: from the entries of a source to one record each, politely, resumably, on one machine or on many.

mod begin;
mod diff;
mod lines;
mod merge;
mod optout;
mod place;
mod plan;
mod queue;
mod read;
mod run;
mod run_dir;
mod runner;
mod shard;
#[cfg(test)]
mod tests;
mod whole;

pub use diff::{Change, Changed, DIFF_SCHEMA, Diff, Seen, SeenKey, Side, diff, listed_key};
pub use lines::LinesError;
pub use merge::{MergeError, merge};
pub use optout::{OptOut, OptOutError};
pub use place::{RecordPlace, Records};
pub use plan::{Listed, Plan, Planned, SKIPPED_SCHEMA, Skipped};
pub use queue::{Host, LONGEST_WAIT, Next, Queue, REFUSALS, Refused};
pub use read::{read_records, read_run, read_skipped};
pub use run::{Counts, PaceFacts, RUN_SCHEMA, Run, SourceFacts};
pub use run_dir::{Done, RunDir, RunDirError};
pub use runner::{Ended, HEALTH_AFTER, HEALTH_PERCENT, Look, Pace, Step, recheck, run};
pub use shard::{Shard, shard_of};
pub use whole::{Told, read_whole};

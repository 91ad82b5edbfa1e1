//! How the census of the cases looks at a target: as the case behind it wants.

use std::collections::BTreeMap;
use std::sync::Mutex;

use rollcall::census::Look;
use rollcall::record::Record;
use rollcall::target::Target;
use rollcall_cases::case::Case;
use rollcall_cases::check::check;
use rollcall_cases::run::{Over, run as run_case};

/// Starts the mock of the case whose name the host carries, and probes it by the case's own policy.
pub(crate) struct Staged {
    /// The cases by the host under which they are listed.
    pub(crate) cases: BTreeMap<String, (String, Case)>,
    /// What was not as a case expects.
    pub(crate) wrong: std::sync::Arc<Mutex<Vec<String>>>,
}

impl Look for Staged {
    async fn look(&self, target: Target) -> Record {
        let (id, case) = &self.cases[&target.host_key()];
        let run = run_case(id, case, Over::Tls).await.expect("a port for a mock");
        let found = check(case, &run).into_iter().map(|mismatch| format!("{id}: {mismatch}"));
        // A known failure is told by the suite.
        if case.known_failure.is_none() {
            self.wrong.lock().expect("nobody panics while holding it").extend(found);
        }
        let mut record = run.record;
        // Filed under the URL that is listed, whatever the case itself listed.
        record.target.url = target.url.to_string();
        record
    }
}

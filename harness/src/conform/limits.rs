//! What one run may cost the server and us, whatever the server does.

use std::time::Duration;

/// The limits of a run. The deadline of the opening request and the wait for a legacy `endpoint` event are the policy's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The whole run. What was not asked by then is not observed.
    pub run: Duration,
    /// Requests of one run; a healthy server with sessions sees about 35.
    pub requests: u32,
    /// One request after the opening one, from name resolution to the last byte: odd requests are often not answered at
    /// all, and a few of them must not use up the run.
    pub side: Duration,
    /// Decoded bytes of one reply.
    pub reply_bytes: u64,
    /// Decoded bytes of all replies of a run.
    pub run_bytes: u64,
    /// Header fields, JSON values and events of all replies of a run, for all that is read is kept to its end and takes many
    /// times the memory of its bytes. A server of a hundred tools that speaks both eras sends some forty thousand.
    pub run_values: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            run: Duration::from_secs(60),
            requests: 64,
            side: Duration::from_secs(5),
            reply_bytes: 2 * 1024 * 1024,
            run_bytes: 8 * 1024 * 1024,
            run_values: 200_000,
        }
    }
}

/// A limit of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spent {
    Time,
    Requests,
    Bytes,
    Values,
}

impl Limits {
    /// That nothing is left of it.
    pub(super) fn used_up(&self, spent: Spent) -> String {
        match spent {
            Spent::Time => format!("the {} s of the run are over", self.run.as_secs()),
            Spent::Requests => format!("the {} requests of the run are used up", self.requests),
            Spent::Bytes => format!("the {} bytes of the run are used up", self.run_bytes),
            Spent::Values => {
                format!("the {} values of the run (JSON, events, header fields) are used up", self.run_values)
            }
        }
    }
}

/// Commas, colons and opening brackets of the JSON in one reply, outside its texts: what is read takes many times the
/// memory of its bytes. A page of tools/list with a hundred tools has some ten thousand.
pub(super) const JSON_PARTS: usize = 50_000;
/// Events of one stream.
pub(super) const EVENTS: usize = 50_000;

/// How long the end of a stream is waited for after the response has come on it.
pub(super) const STREAM_END: Duration = Duration::from_millis(500);
/// How long a GET stream is listened to: silence is normal there.
pub(super) const GET_LISTEN: Duration = Duration::from_millis(300);
/// Pages of tools/list.
pub(super) const PAGES: usize = 5;
/// Authorization servers whose metadata is looked for.
pub(super) const ISSUERS: usize = 2;

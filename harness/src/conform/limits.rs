//! What one run may cost the server and us, whatever the server does.

use std::time::Duration;

/// The whole run. What was not asked by then is not observed.
pub const RUN_DEADLINE: Duration = Duration::from_secs(60);
/// Requests of one run; a healthy server with sessions sees about 35.
pub const REQUESTS: u32 = 64;
/// One request after the opening one, from name resolution to the last byte: odd requests are often not answered at all,
/// and a few of them must not use up the run.
pub const SIDE_DEADLINE: Duration = Duration::from_secs(5);
/// How long the end of a stream is waited for after the response has come on it.
pub const STREAM_END: Duration = Duration::from_millis(500);
/// How long a GET stream is listened to: silence is normal there.
pub const GET_LISTEN: Duration = Duration::from_millis(300);
/// Decoded bytes of one reply.
pub const BODY_CAP: u64 = 4 * 1024 * 1024;
/// Decoded bytes of all replies of a run.
pub const RUN_CAP: u64 = 64 * 1024 * 1024;
/// Pages of tools/list.
pub const PAGES: usize = 5;
/// Authorization servers whose metadata is looked for.
pub const ISSUERS: usize = 2;

//! Machine copies beside the pages: what the pages say, for programs.
//!
//! `servers.json` and `servers.csv` list every server, `tally.json` has the counts, `LANG/changes.xml` is a feed of what
//! changed, `robots.txt` and the sitemap lead crawlers. They are written as a stream: a site of any size takes no more memory.

mod all;
mod crawlers;
mod feed;
mod harmless;
mod servers;
mod table;

pub(super) use all::write;
pub use servers::{RemoteCopy, SERVERS_SCHEMA, ServerCopy, Servers, ServersCopy};

//! A run as a static site: pages that people can read, search and argue with, in three languages, from any host or from disk.
//!
//! ```text
//! run directories -> read -> Site (plain data, small) -+-> pages of each language     (start, lists, server, checked, changes)
//!                                                      +-> search shards, assets      (site.js is the only script)
//!                                                      '-> machine copies             (JSON, CSV, feed, robots, sitemap)
//! ```
//!
//! Everything is made of `model::Site`; a server's page alone also reads its records, one server at a time, so that memory
//! does not grow with what servers sent. The same runs give the same bytes. Every text that a server or a registry gave
//! goes through `said::said` on its way to a page.

mod assets;
mod basis;
mod changes;
mod charts;
mod checked;
mod conversation;
mod copies;
mod draft;
mod error;
mod limits;
mod list;
mod measured;
mod model;
mod page;
mod past;
mod place;
mod publisher;
mod read;
mod remote;
mod root;
mod said;
mod search;
mod server;
mod shelves;
mod slug;
mod start;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod words;
mod write;

pub use copies::{RemoteCopy, SERVERS_SCHEMA, ServerCopy, Servers, ServersCopy};
pub use error::SiteError;
pub use write::{Options, SITE_SUMMARY_SCHEMA, Summary, write};

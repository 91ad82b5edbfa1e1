//! What a mock received, recorded before it was judged.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;

use crate::request::Request;

/// Requests kept; a client that sends more is in breach, and the rest is only counted.
pub(crate) const KEPT: usize = 1_000;

/// Bytes of a body that are kept.
const BODY_KEPT: usize = 16 * 1024;

/// Everything a mock received. Clones are the same journal.
#[derive(Debug, Clone, Default)]
pub struct Journal {
    pages: Arc<Mutex<Pages>>,
}

#[derive(Debug, Default)]
struct Pages {
    requests: Vec<Request>,
    connections: u64,
    breaches: Vec<Breach>,
}

/// Something a client must not do, or a mock that broke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// What was demanded, in the words of the script (`no-get`), or `panic`, `canary`.
    pub demand: String,
    /// What came instead.
    pub evidence: String,
}

impl std::fmt::Display for Breach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.demand, self.evidence)
    }
}

impl Journal {
    /// The requests, in the order in which they were read, with the first 16 KiB of their bodies.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.open().requests.clone()
    }

    /// The connections that were accepted, canaries aside.
    #[must_use]
    pub fn connections(&self) -> u64 {
        self.open().connections
    }

    /// What broke so far.
    #[must_use]
    pub fn breaches(&self) -> Vec<Breach> {
        self.open().breaches.clone()
    }

    /// Counts a connection and gives its number, from 1.
    pub(crate) fn connected(&self) -> u64 {
        let mut pages = self.open();
        pages.connections += 1;
        pages.connections
    }

    /// Records a request.
    pub(crate) fn received(&self, request: &Request) {
        let mut pages = self.open();
        if pages.requests.len() < KEPT {
            // A copy: a part of a large body would hold on to all of it.
            let body = Bytes::copy_from_slice(&request.body[..request.body.len().min(BODY_KEPT)]);
            pages.requests.push(Request { body, ..request.clone() });
        } else if pages.requests.len() == KEPT {
            drop(pages);
            self.broken("flood", format!("more than {KEPT} requests"));
        }
    }

    /// Records a breach; the same one is kept once.
    pub(crate) fn broken(&self, demand: impl Into<String>, evidence: impl Into<String>) {
        let breach = Breach { demand: demand.into(), evidence: evidence.into() };
        let mut pages = self.open();
        if !pages.breaches.contains(&breach) && pages.breaches.len() < KEPT {
            pages.breaches.push(breach);
        }
    }

    /// Begins anew.
    pub(crate) fn clear(&self) {
        *self.open() = Pages::default();
    }

    fn open(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

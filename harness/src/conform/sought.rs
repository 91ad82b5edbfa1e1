//! Documents that may stand at several places: found at one of them, at none, or not to be told.

use serde_json::Value;

use super::Ask;
use super::check::{Unheld, not_observed};
use super::reply::ended;
use super::secrets::quote;
use super::seen::{At, Exchanged, Seen};

/// What came of asking every place.
pub(crate) enum Sought<'a> {
    /// The first document.
    Found(At<'a>, &'a Value),
    /// Every place was asked and told that it has none; the first of these replies.
    Nowhere(At<'a>),
}

impl Seen {
    /// The documents of a kind, in the order of their places.
    pub(crate) fn documents(&self, ask: Ask) -> impl Iterator<Item = (At<'_>, &Value)> {
        self.all(ask).filter_map(|at| Some((at, at.reply.document()?)))
    }

    /// The first document of a kind. Where there is none, it may still stand at a place that did not tell.
    pub(crate) fn sought(&self, ask: Ask) -> Result<Sought<'_>, Unheld> {
        if let Some((at, document)) = self.documents(ask).next() {
            return Ok(Sought::Found(at, document));
        }
        let mut first = None;
        for made in self.exchanges.iter().filter(|made| made.ask == ask) {
            let at = told(made)?;
            first = first.or(Some(at));
        }
        match (first, self.unasked.get(&ask)) {
            (Some(at), None) => Ok(Sought::Nowhere(at)),
            _ => Err(self.why_unasked(ask)),
        }
    }
}

/// The exchange, unless it tells nothing of its place: no reply, a redirect that is not followed, or a 429.
pub(crate) fn told(made: &Exchanged) -> Result<At<'_>, Unheld> {
    let place = || quote(made.call.url.as_str(), 200);
    let reply = made.reply.as_ref().map_err(|&end| {
        let how = ended(end).unwrap_or_default();
        not_observed(format!("{} had no reply from {} ({how})", made.ask, place()))
    })?;
    match reply.status() {
        status @ 300..=399 => {
            Err(not_observed(format!("{} is redirected (HTTP {status}), which is not followed", place())))
        }
        429 => Err(not_observed(format!("{} asked for fewer requests (HTTP 429)", place()))),
        _ => Ok(At { exchange: made, reply }),
    }
}

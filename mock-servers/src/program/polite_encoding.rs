//! A server that encodes only if it is allowed to, and then gets the length wrong.

use super::Play;
use crate::request::Request;
use crate::script::{Coding, Reply};

pub(super) fn play(request: &Request) -> Option<Play> {
    let allowed =
        request.header("accept-encoding").is_some_and(|value| value.contains("gzip") || value.contains('*'));
    allowed.then(|| {
        Reply { encoding: Some(Coding::Gzip), stated_length: Some(10_000), ..Reply::default() }.into()
    })
}

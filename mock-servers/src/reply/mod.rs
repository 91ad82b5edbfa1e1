//! From a script's reply to an answer that can be written: message, framing, coding, pieces.

mod answer;
mod build;
mod encode;
mod good;
mod message;
mod names;
mod sse;

pub(crate) use answer::{Answer, Framing, Piece};
pub(crate) use build::build;
pub(crate) use encode::latin1;
pub(crate) use good::{Good, good, tool};
pub(crate) use names::Names;

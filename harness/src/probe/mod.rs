//! How we talk: reading replies (pure, here), and the machine and driver that ask for them.

pub mod challenge;
mod evidence;
pub mod head;
pub mod initialize;
mod json;
mod jsonrpc;
pub mod modern;
pub mod reader;
mod reply;
mod said;
pub mod sse;
mod stream;
pub mod tools;

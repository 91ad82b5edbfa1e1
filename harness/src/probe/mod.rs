//! How we talk: reading replies (pure, here), and the machine and driver that ask for them.

pub mod challenge;
pub mod head;
pub mod initialize;
pub mod modern;
pub mod reader;
pub mod tools;

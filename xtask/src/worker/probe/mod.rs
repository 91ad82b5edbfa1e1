//! The server and the clients of `bench probe`.

mod client;
mod floor;
mod names;
mod ours;
mod server;

pub use client::Cost;
pub(crate) use ours::held;
pub(crate) use server::{Manner, serve};
pub(crate) use {floor::probes as floor, ours::probes as ours};

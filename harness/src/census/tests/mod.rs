//! The census without a network: plans, turns, shards, and what survives being killed.

mod diff;
mod entries;
mod plan;
mod queue;
mod run_dir;
mod runner;
mod whole;

use entries::entry;

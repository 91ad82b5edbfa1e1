//! `browser`: the site of a run, looked at as a reader would, in a real headless Chromium.

mod driver;
mod harm;
mod html;
mod install;
mod links;
mod odd;
mod proof;
mod run;
mod sample;
mod search;
mod serve;
mod shots;
mod visit;

pub(crate) use run::{Args, missing, run};

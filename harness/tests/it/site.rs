//! `rollcall report` as its readers meet it: every page of a small run, built here, in three languages.

mod bare;
mod causes;
mod checked;
mod history;
#[cfg(unix)]
mod killed;
mod pages;
mod refused;
mod small_run;
mod snapshots;

//! One request at a time per host: at every concurrency, across ports, redirects, retries and entries.

use libtest_mimic::{Failed, Trial};

use super::crowd::Crowd;
use super::world::{HOSTS, entries, rollcall, write};

pub(crate) fn trials() -> Vec<Trial> {
    [1, 2, 8, 64]
        .into_iter()
        .map(|hosts| Trial::test(format!("polite/{hosts}-hosts-side-by-side"), move || run(hosts)))
        .collect()
}

fn run(side_by_side: usize) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let crowd = runtime.block_on(Crowd::start(|_| {}));
    let folder = tempfile::tempdir()?;
    let from = write(folder.path(), &entries(&crowd));
    let out = folder.path().join("run");
    let concurrency = side_by_side.to_string();
    let args = [
        "census",
        "--from",
        &from.display().to_string(),
        "--out",
        &out.display().to_string(),
        "--allow-local",
        "--quiet",
        "--concurrency",
        &concurrency,
    ];
    let done = rollcall(&args).output()?;
    if done.status.code() != Some(1) {
        return Err(format!("{:?}: {}", done.status, String::from_utf8_lossy(&done.stderr)).into());
    }
    let seen = crowd.seen.lock().expect("nobody panics while holding it");
    if seen.most_on_one != 1 {
        return Err(format!("a host had {} requests at once", seen.most_on_one).into());
    }
    let expected = side_by_side.min(HOSTS.into());
    if seen.most_together > expected {
        return Err(
            format!("{} requests at once, at most {expected} hosts are allowed", seen.most_together).into()
        );
    }
    if side_by_side > 1 && seen.most_together < 2 {
        return Err("nothing was ever side by side, so this proves nothing".into());
    }
    Ok(())
}

//! A census that is killed, or whose disk is full, goes on where it was: nothing is lost, nothing is probed twice that was
//! finished, and the end is that of an undisturbed run.

use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Failed, Trial};
use tokio::runtime::Runtime;

use super::crowd::Crowd;
use super::world::{entries, rollcall, told, write};

/// Moments at which a run is killed.
const KILLS: usize = 20;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = (0..KILLS)
        .map(|seed| Trial::test(format!("killed/moment-{seed:02}"), move || killed(seed)))
        .collect();
    trials.push(Trial::test("killed/full-disk", full_disk));
    trials.push(Trial::test("killed/another-writer", another_writer));
    trials
}

fn runtime() -> Result<Runtime, Failed> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

fn census<'a>(from: &'a str, out: &'a str) -> [&'a str; 9] {
    ["census", "--from", from, "--out", out, "--allow-local", "--quiet", "--concurrency", "4"]
}

fn resume(out: &str) -> [&str; 7] {
    ["census", "--resume", "--out", out, "--allow-local", "--quiet", "--recheck"]
}

/// What the run has to come to, and how many requests that takes.
fn undisturbed(folder: &Path, crowd: &Crowd, from: &str) -> Result<(Vec<String>, usize), Failed> {
    let out = folder.join("undisturbed").display().to_string();
    let done = rollcall(&census(from, &out)).output()?;
    if done.status.code() != Some(1) {
        return Err(format!("{:?}: {}", done.status, String::from_utf8_lossy(&done.stderr)).into());
    }
    let mut seen = crowd.seen.lock().expect("nobody panics while holding it");
    let requests = seen.requests;
    *seen = super::crowd::Seen::default();
    Ok((told(Path::new(&out)), requests))
}

/// Kills the run with the n-th request in flight, the n drawn from the seed, and goes on.
fn killed(seed: usize) -> Result<(), Failed> {
    let runtime = runtime()?;
    let victim: Arc<Mutex<(usize, Option<Child>)>> = Arc::default();
    let hand = Arc::clone(&victim);
    let crowd = runtime.block_on(Crowd::start(move |number| {
        let mut victim = hand.lock().expect("nobody panics while holding it");
        if victim.0 == number
            && let Some(child) = &mut victim.1
        {
            child.kill().expect("a child that can be killed");
            child.wait().expect("a child that is dead");
        }
    }));
    let folder = tempfile::tempdir()?;
    let from = write(folder.path(), &entries(&crowd)).display().to_string();
    let (expected, requests) = undisturbed(folder.path(), &crowd, &from)?;
    // The golden ratio spreads the moments evenly over the run, the first and the last request included.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a moment"
    )]
    let moment = 1 + ((seed as f64 * 0.618_033_988_749_894_9).fract() * requests as f64) as usize;
    let out = folder.path().join("killed");
    let path = out.display().to_string();
    {
        // Held until the child is in its place, so that no request can come before.
        let mut place = victim.lock().expect("nobody panics while holding it");
        place.0 = moment;
        place.1 = Some(rollcall(&census(&from, &path)).spawn()?);
    }
    let mut child = loop {
        let mut place = victim.lock().expect("nobody panics while holding it");
        let over = place.1.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(Some(_))));
        if over {
            break place.1.take().ok_or("the child is gone")?;
        }
        drop(place);
        std::thread::yield_now();
    };
    if child.wait()?.code().is_some() {
        return Err(format!("the run ended by itself before request {moment} of {requests}").into());
    }
    let finished = finished(&out);
    let begun_before = crowd.seen.lock().expect("nobody panics while holding it").begun.clone();
    let done = rollcall(&resume(&path)).output()?;
    if done.status.code() != Some(1) {
        return Err(format!("{:?}: {}", done.status, String::from_utf8_lossy(&done.stderr)).into());
    }
    same(&told(&out), &expected)?;
    // The second look of --recheck probes failures again on purpose; what answered must not have been probed again.
    let begun = crowd.seen.lock().expect("nobody panics while holding it").begun.clone();
    for url in finished {
        let key = url.trim_start_matches("http://");
        if begun.get(key) != begun_before.get(key) {
            return Err(format!("{url} was finished and probed again").into());
        }
    }
    Ok(())
}

/// URLs whose record says `answered`, read from whole lines alone.
fn finished(run: &Path) -> Vec<String> {
    let mut urls = Vec::new();
    let _ = rollcall::census::read_records(run, |record| {
        if !record.outcome.is_failure() {
            urls.push(record.target.url);
        }
    });
    urls
}

fn same(got: &[String], expected: &[String]) -> Result<(), Failed> {
    for line in expected {
        if !got.contains(line) {
            return Err(format!("lost: {line}").into());
        }
    }
    if got.len() == expected.len() {
        Ok(())
    } else {
        Err(format!("{} lines, expected {}", got.len(), expected.len()).into())
    }
}

/// A limit on the size of files stands in for a disk that is full: the write fails half-way in the same manner.
fn full_disk() -> Result<(), Failed> {
    let runtime = runtime()?;
    let crowd = runtime.block_on(Crowd::start(|_| {}));
    let folder = tempfile::tempdir()?;
    let from = write(folder.path(), &entries(&crowd)).display().to_string();
    let (expected, _) = undisturbed(folder.path(), &crowd, &from)?;
    let out = folder.path().join("full");
    let path = out.display().to_string();
    let this = std::env::current_exe()?.display().to_string();
    let command = format!(
        "trap '' XFSZ; ulimit -f 40; exec '{this}' {}",
        census(&from, &path).map(|arg| format!("'{arg}'")).join(" ")
    );
    let full =
        std::process::Command::new("sh").args(["-c", &command]).env(super::AS_ROLLCALL, "1").output()?;
    let told_why = String::from_utf8_lossy(&full.stderr);
    if full.status.code() != Some(3) || !told_why.contains("--resume") {
        return Err(format!("{:?}: {told_why}", full.status).into());
    }
    let done = rollcall(&resume(&path)).output()?;
    if done.status.code() != Some(1) {
        return Err(format!("{:?}: {}", done.status, String::from_utf8_lossy(&done.stderr)).into());
    }
    same(&told(&out), &expected)
}

fn another_writer() -> Result<(), Failed> {
    let runtime = runtime()?;
    let told_of_lock: Arc<Mutex<Option<Result<(), String>>>> = Arc::default();
    let folder = Arc::new(tempfile::tempdir()?);
    let out = folder.path().join("run").display().to_string();
    let (sink, path) = (Arc::clone(&told_of_lock), out.clone());
    let crowd = runtime.block_on(Crowd::start(move |number| {
        if number == 1 {
            // While the first run holds its directory, a second writer must be told.
            let second = rollcall(&resume(&path)).output().expect("a process");
            let text = String::from_utf8_lossy(&second.stderr).into_owned();
            let good = second.status.code() == Some(3) && text.contains("another process");
            *sink.lock().expect("nobody panics while holding it") =
                Some(if good { Ok(()) } else { Err(text) });
        }
    }));
    let from = write(folder.path(), &entries(&crowd)).display().to_string();
    let first = rollcall(&census(&from, &out)).output()?;
    if first.status.code() != Some(1) {
        return Err(format!("{:?}: {}", first.status, String::from_utf8_lossy(&first.stderr)).into());
    }
    let told = told_of_lock.lock().expect("nobody panics while holding it").take();
    told.ok_or("the second writer never ran")?.map_err(Failed::from)
}

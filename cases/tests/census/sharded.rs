//! One machine or sixteen: the joined run is the whole.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use super::crowd::Crowd;
use super::world::{entries, rollcall, told, write};

const SHARDS: u32 = 16;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("sharded/sixteen-are-the-whole", sixteen),
        Trial::test("sharded/as-an-indexed-job", indexed_job),
        Trial::test("dry-run/contacts-nobody", dry_run),
    ]
}

fn succeeded(command: &mut std::process::Command, codes: &[i32]) -> Result<Vec<u8>, Failed> {
    let done = command.output()?;
    if done.status.code().is_some_and(|code| codes.contains(&code)) {
        Ok(done.stdout)
    } else {
        Err(format!("{:?}: {}", done.status, String::from_utf8_lossy(&done.stderr)).into())
    }
}

fn sixteen() -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let crowd = runtime.block_on(Crowd::start(|_| {}));
    let folder = tempfile::tempdir()?;
    let from = write(folder.path(), &entries(&crowd)).display().to_string();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let whole = at("whole");
    let common = ["census", "--from", &from, "--allow-local", "--quiet", "--out"];
    succeeded(rollcall(&common).arg(&whole), &[1])?;
    // The crowd drops a connection once for each path; the shards have to meet it as the whole did.
    crowd.seen.lock().expect("nobody panics while holding it").begun.clear();
    let mut parts = Vec::new();
    for index in 0..SHARDS {
        let out = at(&format!("part-{index}"));
        let shard = format!("{index}/{SHARDS}");
        let mut command = rollcall(&common);
        command.args([&out, "--shard", &shard]);
        // A shard to which nothing falls has nothing to select, and is still part of the whole.
        succeeded(&mut command, &[0, 1])?;
        parts.push(out);
    }
    let joined = at("joined");
    let mut merge = rollcall(&["merge", "--out", &joined]);
    succeeded(merge.args(&parts), &[0])?;
    if told(Path::new(&joined)) != told(Path::new(&whole)) {
        return Err("the joined shards differ from the whole".into());
    }
    let incomplete = succeeded(rollcall(&["merge", "--out", &at("other")]).args(&parts[1..]), &[3]);
    incomplete.map(drop)
}

fn indexed_job() -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let crowd = runtime.block_on(Crowd::start(|_| {}));
    let folder = tempfile::tempdir()?;
    let from = write(folder.path(), &entries(&crowd)).display().to_string();
    let mut listed = 0;
    let mut all = 0;
    for index in 0..3 {
        let plan = succeeded(
            rollcall(&["census", "--from", &from, "--allow-local", "--dry-run", "--format", "json"])
                .env("JOB_COMPLETION_INDEX", index.to_string())
                .env("JOB_COMPLETIONS", "3"),
            &[0, 4],
        )?;
        let plan: serde_json::Value = serde_json::from_slice(&plan)?;
        listed += plan["listed"].as_u64().ok_or("a number")?;
        all = plan["entries"].as_u64().ok_or("a number")?;
    }
    if listed == all {
        Ok(())
    } else {
        Err(format!("{listed} remotes in three shards, {all} entries of one each").into())
    }
}

/// A plan is printed where no socket can be opened at all: a seccomp-like wall is not needed to see that nobody was asked,
/// but that no socket is even made needs a process whose limit of open files leaves room for none.
fn dry_run() -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let crowd = runtime.block_on(Crowd::start(|_| {}));
    let folder = tempfile::tempdir()?;
    let from = write(folder.path(), &entries(&crowd)).display().to_string();
    let this = std::env::current_exe()?.display().to_string();
    // Four descriptors: the three standard ones and the file that is read. A socket, or a runtime's event queue, has no room.
    let command = format!("ulimit -n 4; exec '{this}' census --from '{from}' --allow-local --dry-run");
    let mut walled = std::process::Command::new("sh");
    walled.args(["-c", &command]).env(super::AS_ROLLCALL, "1");
    let text = String::from_utf8(succeeded(&mut walled, &[0])?)?;
    if !text.contains("records from") {
        return Err(format!("no plan in: {text}").into());
    }
    let asked = crowd.seen.lock().expect("nobody panics while holding it").requests;
    if asked > 0 { Err(format!("{asked} requests were sent").into()) } else { Ok(()) }
}

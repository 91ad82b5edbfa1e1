//! A registry over the crowd, and the `rollcall` command as a process.

use std::path::Path;
use std::process::{Command, Stdio};

use rollcall::census::{read_records, read_skipped};
use rollcall::record::Redact;
use serde_json::{Value, json};

use super::AS_ROLLCALL;
use super::crowd::Crowd;

/// Hosts in the world.
pub(crate) const HOSTS: u8 = 12;

/// Entries over every host, both ports, with redirects, drops, paths that are not there, and two entries for one URL.
pub(crate) fn entries(crowd: &Crowd) -> Vec<Value> {
    let mut entries = Vec::new();
    for host in 1..=HOSTS {
        for (port, path) in
            [(0, "/good"), (1, "/good"), (0, "/redirect"), (1, "/drop"), (0, "/missing"), (0, "/good")]
        {
            let name = format!("com.example/{}-{host}-{port}-{}", entries.len(), &path[1..]);
            let url = crowd.url(host, port, path);
            entries.push(json!({
                "name": name, "description": "One of a crowd", "version": "1.0.0",
                "remotes": [{ "type": "streamable-http", "url": url }],
            }));
        }
    }
    entries.push(json!({ "name": "com.example/package", "version": "1.0.0" }));
    entries.push(json!({
        "name": "com.example/template", "version": "1.0.0",
        "remotes": [{ "type": "streamable-http", "url": "https://{tenant}.example.com/mcp" }],
    }));
    entries
}

/// Writes the entries where a census can read them.
pub(crate) fn write(folder: &Path, entries: &[Value]) -> std::path::PathBuf {
    let path = folder.join("entries.json");
    std::fs::write(&path, serde_json::to_vec(entries).expect("JSON")).expect("a writable folder");
    path
}

/// The `rollcall` command, to be started.
pub(crate) fn rollcall(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command
        .env(AS_ROLLCALL, "1")
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Everything a run has recorded, redacted and sorted: what has to be the same however it came about.
pub(crate) fn told(run: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    read_records(run, |record| {
        let mut record = Redact::SNAPSHOT.record(&record);
        if record.target.url.contains("/drop") {
            // Whether a drop was met depends on what came before it on that host: a killed run met it already.
            record.findings.clear();
            record.exchanges.clear();
        }
        lines.push(serde_json::to_string(&record).expect("JSON"));
    })
    .expect("readable records");
    read_skipped(run, |skipped| lines.push(serde_json::to_string(&skipped).expect("JSON")))
        .expect("readable skips");
    lines.sort();
    lines
}

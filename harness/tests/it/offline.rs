//! Without `--online` no socket is opened: the kernel ends whoever tries (seccomp), and `lint` lives.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus};

use seccompiler::{SeccompAction, SeccompFilter};

/// Runs `rollcall` where the system call `socket` ends the process.
fn without_sockets(args: &[&str]) -> ExitStatus {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    // The filter holds for this thread and whatever it starts.
    std::thread::spawn(move || {
        let rules = BTreeMap::from([(libc::SYS_socket, Vec::new())]);
        let arch = std::env::consts::ARCH.try_into().unwrap();
        let filter =
            SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::KillProcess, arch).unwrap();
        let program: seccompiler::BpfProgram = filter.try_into().unwrap();
        seccompiler::apply_filter(&program).unwrap();
        Command::new(env!("CARGO_BIN_EXE_rollcall")).args(args).output().unwrap().status
    })
    .join()
    .unwrap()
}

fn manifest(folder: &std::path::Path) -> String {
    let path = folder.join("server.json");
    std::fs::write(
        &path,
        r#"{
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "com.example/tides", "description": "Tide tables", "version": "1.4.0",
  "repository": {"url": "https://github.com/example/tides", "source": "github"},
  "packages": [{"registryType": "npm", "identifier": "@example/tides", "version": "1.4.0", "transport": {"type": "stdio"}}],
  "remotes": [{"type": "streamable-http", "url": "https://tides.example.com/mcp"}]
}"#,
    )
    .unwrap();
    std::fs::write(
        folder.join("package.json"),
        r#"{"name": "@example/tides", "version": "1.4.0", "mcpName": "com.example/tides"}"#,
    )
    .unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_offline_check_opens_no_socket() {
    let folder = tempfile::tempdir().unwrap();
    let path = manifest(folder.path());
    for format in ["text", "json", "sarif", "github"] {
        let status =
            without_sockets(&["lint", &path, "--proof", "dns:example.com", "--fix", "--format", format]);
        assert_eq!(status.code(), Some(0), "{format}: {status}");
    }
}

/// The same with `--online` dies: the trap works.
#[test]
fn the_online_check_would_be_caught() {
    let folder = tempfile::tempdir().unwrap();
    let path = manifest(folder.path());
    let status = without_sockets(&["lint", &path, "--online", "--nameserver", "127.0.0.1:9"]);
    assert_eq!(status.signal(), Some(libc::SIGSYS), "{status}");
}

//! The program that serves one mock.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::client::{initialize, post};

/// Starts the program on a file with this text; gives it, and the first line it prints.
fn serve(text: &str, arguments: &[&str]) -> (Child, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.toml");
    std::fs::write(&file, text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_mock-servers"))
        .arg("serve")
        .arg(file)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().to_owned(), folder)
}

fn end(mut child: Child) -> (Option<i32>, String) {
    let mut text = String::new();
    child.stderr.as_mut().unwrap().read_to_string(&mut text).unwrap();
    (child.wait().unwrap().code(), text)
}

#[test]
fn a_case_is_served_until_interrupted_and_its_breaches_are_told() {
    let case = "title = \"x\"\n[mock]\ndemand = [\"no-origin\"]\n[expect]\noutcome = \"answered\"";
    let (child, url, _folder) = serve(case, &[]);
    let address = url.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/mcp")).unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(post("/mcp", "origin: x\r\n", &initialize()).as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 403");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let (code, text) = end(child);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("POST initialize\nbroken: no-origin: origin is `x`"), "{text}");
}

#[test]
fn what_is_no_script_is_refused_with_its_place() {
    let (child, line, _folder) = serve("serve = 7", &[]);
    assert_eq!(line, "");
    let (code, text) = end(child);
    assert_eq!(code, Some(3));
    assert!(text.contains("case.toml is no script: TOML parse error at line 1, column 9"), "{text}");
}

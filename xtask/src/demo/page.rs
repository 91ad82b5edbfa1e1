//! The site of the demonstration's run: a report that can be opened.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use rollcall::report::lang::Lang;
use rollcall::report::site::{Options, write};

/// What opens a file on a desktop, by system.
const OPENERS: [&str; 2] = ["xdg-open", "open"];

/// Writes the site, says where it is, and opens it where it should be and something can.
pub(super) fn show(run: &Path, out: &Path, open: bool) -> anyhow::Result<()> {
    let started = Instant::now();
    let written = write(&[run], &Options { out: out.to_owned(), langs: Lang::ALL.to_vec(), base: None })?;
    let first = std::path::absolute(out.join("index.html"))?;
    println!(
        "Its site of {} servers in {} languages, written in {:.1} s, opens from disk:\n  {}",
        written.servers,
        Lang::ALL.len(),
        started.elapsed().as_secs_f64(),
        first.display()
    );
    if open && !OPENERS.iter().any(|opener| opens(opener, &first)) {
        println!("  nothing here opens it by itself ({}): open it in a browser", OPENERS.join(", "));
    }
    Ok(())
}

/// Whether this opener is there and took the file.
fn opens(opener: &str, file: &Path) -> bool {
    let done = Command::new(opener)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    done.is_ok_and(|status| status.success())
}

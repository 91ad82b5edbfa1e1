//! `fuzz NAME`: runs one of the targets in `harness/fuzz/src/bin`, on the stable toolchain.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, bail, ensure};
use rollcall::exit::Exit;

use crate::process;
use crate::root::{root, target_dir};

/// `fuzz`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The target; without it they are listed.
    name: Option<String>,
    /// Inputs to try.
    #[arg(long, default_value_t = 100_000)]
    runs: u64,
    /// The longest input, in bytes.
    #[arg(long, default_value_t = 4096)]
    max_len: u32,
}

/// What cargo-fuzz passes too: coverage feedback for libFuzzer, and the address sanitizer under it.
const RUSTFLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Zsanitizer=address";
/// The most memory a target may take, in MiB: nothing a server sends may make us grow.
const MEMORY_MIB: u32 = 1024;

/// Builds and runs the target; what makes it fail is kept beside the corpus, and its path is printed.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let package = root().join("harness/fuzz");
    let names = targets(&package)?;
    let Some(name) = &args.name else {
        println!("{}", names.join("\n"));
        return Ok(Exit::Clean);
    };
    ensure!(names.contains(name), "no fuzz target `{name}`; there are: {}", names.join(", "));
    let host = host()?;
    let built = target_dir().join("fuzz");
    // The sanitizer's flag is a nightly one; the variable lets this compiler take it. Naming the host as target keeps
    // the flags away from build scripts.
    let ready = process::succeeds(
        process::cargo()
            .current_dir(&package)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", RUSTFLAGS)
            .env("CARGO_TARGET_DIR", &built)
            .args(["build", "--release", "--target", &host, "--bin", name]),
    )?;
    ensure!(ready, "the fuzz target `{name}` does not build");
    let corpus = built.join("corpus").join(name);
    let failures = built.join("failures").join(name);
    std::fs::create_dir_all(&corpus)?;
    std::fs::create_dir_all(&failures)?;
    let held = process::succeeds(
        Command::new(built.join(host).join("release").join(name))
            .current_dir(root())
            .arg(&corpus)
            .arg(format!("-runs={}", args.runs))
            .arg(format!("-max_len={}", args.max_len))
            .arg(format!("-rss_limit_mb={MEMORY_MIB}"))
            .args(["-timeout=10", "-print_final_stats=1"])
            .arg(format!("-artifact_prefix={}/", failures.display())),
    )?;
    if held {
        println!("fuzz: {name}: {} inputs, nothing found", args.runs);
        return Ok(Exit::Clean);
    }
    println!("fuzz: {name}: an input fails; it is in {}. Make a test of it.", failures.display());
    Ok(Exit::Findings)
}

fn targets(package: &Path) -> anyhow::Result<Vec<String>> {
    let folder = package.join("src/bin");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| format!("failed to read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// The triple this compiler builds for.
fn host() -> anyhow::Result<String> {
    let rustc =
        Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("-vV").output()?;
    let told = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let Some(host) = told.lines().find_map(|line| line.strip_prefix("host: ")) else {
        bail!("rustc -vV does not name its host");
    };
    Ok(host.to_owned())
}

//! Serves one mock by hand: for curl, and for programs that are not written in Rust.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a console program")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mock_servers::Mock;
use mock_servers::script::{Listen, Script, Tls};

/// The exit code when a demand of the script was broken.
const BROKEN: u8 = 1;
/// The exit code when the mock could not be started.
const COULD_NOT_START: u8 = 3;

/// Misbehaving MCP servers.
#[derive(Debug, Parser)]
#[command(name = "mock-servers", version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Serve one mock until interrupted; exits 1 when a demand of its script was broken.
    Serve {
        /// A script, or a case whose `[mock]` is the script.
        file: PathBuf,
        /// The port; a free one unless stated.
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// Over TLS, where the script leaves that open.
        #[arg(long)]
        tls: bool,
        /// Where to write the certificate that clients have to trust.
        #[arg(long, value_name = "FILE")]
        ca_cert: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let Verb::Serve { file, port, tls, ca_cert } = Cli::parse().verb;
    match serve(&file, port, tls, ca_cert.as_deref()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(BROKEN),
        Err(error) => {
            eprintln!("mock-servers: {error}");
            ExitCode::from(COULD_NOT_START)
        }
    }
}

/// Whether nothing was broken.
fn serve(file: &Path, port: u16, tls: bool, ca_cert: Option<&Path>) -> Result<bool, Box<dyn Error>> {
    let script = read(file)?;
    let listen = if tls { Listen::Tls(Tls::default()) } else { Listen::Plain };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mock = Mock::of(script).over(listen).on_port(port).start().await?;
        println!("{}", mock.url());
        if let Some(path) = ca_cert {
            std::fs::write(path, mock.ca_pem())
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        tokio::signal::ctrl_c().await?;
        for request in mock.journal().requests() {
            eprintln!("{} {}", request.method, request.label("/mcp"));
        }
        let broken = mock.finish().err().unwrap_or_default();
        for breach in &broken {
            eprintln!("broken: {breach}");
        }
        Ok(broken.is_empty())
    })
}

fn read(file: &Path) -> Result<Script, Box<dyn Error>> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let table: toml::Table =
        toml::from_str(&text).map_err(|error| format!("{shown} is not TOML: {error}"))?;
    let parsed = match table.get("mock") {
        Some(mock) => mock.clone().try_into(),
        None if table.contains_key("expect") => Ok(Script::default()),
        None => Script::from_toml(&text),
    };
    parsed.map_err(|error| format!("{shown} is no script: {error}").into())
}

//! The commands of a worker. Each works on one thread: what the thread costs is then what the work costs.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use crate::{census, probe};

/// One process of a bench. What it measured is a line of JSON on stdout.
#[derive(Debug, Parser)]
pub enum Command {
    /// Constant answers. The first line on stdout is the port.
    Server {
        /// Speak TLS, and write the authority's certificate here.
        #[arg(long)]
        ca: Option<PathBuf>,
        /// Never answer; say when so many requests are held.
        #[arg(long)]
        hold: Option<usize>,
    },
    /// So many probes.
    Client {
        /// Whose.
        kind: Kind,
        /// The server's port.
        port: u16,
        /// So many.
        count: usize,
        /// Speak TLS, and trust this authority.
        #[arg(long)]
        ca: Option<PathBuf>,
    },
    /// So many of our probes at once, towards a server that never answers, once a line comes in.
    Held {
        /// The server's port.
        port: u16,
        /// So many.
        count: usize,
    },
    /// The hosts of a registry. The first line on stdout is the port.
    Crowd,
    /// A census of them.
    Census {
        /// The crowd's port.
        port: u16,
        /// Hosts side by side.
        concurrency: usize,
        /// A folder for the run.
        folder: PathBuf,
    },
    /// A census with a stand-in for the prober.
    Alone {
        /// Endpoints.
        endpoints: usize,
        /// A folder for the run.
        folder: PathBuf,
    },
    /// Planning.
    Plan {
        /// Endpoints.
        endpoints: usize,
    },
    /// Resuming.
    Resume {
        /// Records of the run.
        records: usize,
        /// A folder for the run.
        folder: PathBuf,
    },
}

/// Which client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// The leanest there can be.
    Floor,
    /// The product's.
    Ours,
}

/// Does one process's work.
///
/// # Errors
/// Where the other side of the bench does not answer as it should, or the folder cannot be written.
pub fn run(command: &Command) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let told = match command {
        Command::Server { ca, hold } => {
            let manner = hold.map_or(probe::Manner::Answers, probe::Manner::Holds);
            return runtime.block_on(probe::serve(manner, ca.as_deref()));
        }
        Command::Held { port, count } => return runtime.block_on(probe::held(*port, *count)),
        Command::Crowd => return runtime.block_on(census::serve()),
        Command::Client { kind, port, count, ca } => {
            let ca = ca.as_deref();
            let cost = match kind {
                Kind::Floor => runtime.block_on(probe::floor(*port, ca, *count))?,
                Kind::Ours => runtime.block_on(probe::ours(*port, ca, *count))?,
            };
            println!("{}", serde_json::to_string(&cost)?);
            return Ok(());
        }
        Command::Census { port, concurrency, folder } => {
            runtime.block_on(census::real(*port, *concurrency, folder))?
        }
        Command::Alone { endpoints, folder } => runtime.block_on(census::alone(*endpoints, folder))?,
        Command::Plan { endpoints } => census::plan(*endpoints)?,
        Command::Resume { records, folder } => census::resume(*records, folder)?,
    };
    println!("{}", serde_json::to_string(&told)?);
    Ok(())
}

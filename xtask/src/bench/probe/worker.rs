//! The hidden command `worker`: the server's and the clients' side of the bench, each in a process of its own.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use rollcall::exit::Exit;

use super::server::{Manner, serve};
use super::{floor, ours};

/// One process of the bench.
#[derive(Debug, Subcommand)]
pub(crate) enum Worker {
    /// Constant answers.
    Server {
        /// Speak TLS, and write the authority's certificate here.
        #[arg(long)]
        ca: Option<PathBuf>,
        /// Never answer; say when so many requests are held.
        #[arg(long)]
        hold: Option<usize>,
    },
    /// So many probes; what they cost is the line on stdout.
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
}

/// Which client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// The leanest there can be.
    Floor,
    /// The product's.
    Ours,
}

/// Does one process's work, on one thread: what a thread costs is then what the work costs.
pub(crate) fn run(worker: &Worker) -> anyhow::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match worker {
            Worker::Server { ca, hold } => {
                serve(hold.map_or(Manner::Answers, Manner::Holds), ca.as_deref()).await
            }
            Worker::Client { kind, port, count, ca } => {
                let cost = match kind {
                    Kind::Floor => floor::probes(*port, ca.as_deref(), *count).await,
                    Kind::Ours => ours::probes(*port, ca.as_deref(), *count).await,
                }?;
                println!("{}", serde_json::to_string(&cost)?);
                Ok(())
            }
            Worker::Held { port, count } => ours::held(*port, *count).await,
        }
    })?;
    Ok(Exit::Clean)
}

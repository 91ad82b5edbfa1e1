//! The exit codes of `rollcall`, documented and closed.

/// What the process tells its caller. Every verb ends in exactly one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Ran, and there is nothing to report.
    Clean,
    /// Ran, and there are findings: a target failed, a lint error, a requirement missed, a stale baseline entry.
    Findings,
    /// The command line or a configuration value cannot be used (clap's own code for usage errors).
    Usage,
    /// Could not check: an input is unreadable, an output unwritable, a source is down.
    CouldNotCheck,
    /// Nothing was selected, so nothing was judged.
    NothingSelected,
    /// Interrupted; what was done is kept (128 + SIGINT).
    Interrupted,
}

impl Exit {
    /// Every exit that a verb can end in, for the documentation. A bug (a Rust panic) is 101.
    pub const ALL: [Self; 6] = [
        Self::Clean,
        Self::Findings,
        Self::Usage,
        Self::CouldNotCheck,
        Self::NothingSelected,
        Self::Interrupted,
    ];

    /// The number handed to the operating system.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Usage => 2,
            Self::CouldNotCheck => 3,
            Self::NothingSelected => 4,
            Self::Interrupted => 130,
        }
    }

    /// The meaning in a few words, as README and `--help` print it.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Clean => "nothing to report",
            Self::Findings => {
                "findings: a target failed, a lint error, a requirement missed, a stale baseline entry"
            }
            Self::Usage => "usage: a flag or a configuration value cannot be used",
            Self::CouldNotCheck => "could not check: input unreadable, output unwritable, source down",
            Self::NothingSelected => "nothing selected",
            Self::Interrupted => "interrupted; what was done is kept",
        }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

//! The `rollcall` command: parse, dispatch, map to an exit code.

fn main() -> std::process::ExitCode {
    rollcall::cli::run(std::env::args_os()).into()
}

//! The `rollcall` command: parse, dispatch, map to an exit code.

/// A census of a whole registry frees its entries all over the memory before the first probe. The allocator of glibc goes
/// round all of those holes again and again, which made the 100,000th probe cost twice the first (measured); this one keeps
/// to a page at a time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    rollcall::cli::run(std::env::args_os()).into()
}

//! What a process has used: its CPU time, and its memory as Linux tells it.

use std::time::Duration;

use anyhow::Context as _;
use rustix::time::{ClockId, clock_gettime};

/// CPU time of all threads of this process, user and system, to the nanosecond. (What the scheduler tells under /proc
/// stands still between its ticks, four milliseconds here.)
#[must_use]
pub fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("the clock of a process begins at nought")
}

/// The most memory this process has held, in KiB.
///
/// # Errors
/// Where the system does not tell, or has no such process.
pub fn peak_kib() -> anyhow::Result<u64> {
    memory("self", "VmHWM:")
}

/// KiB as MiB.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "memory of a process in KiB is far below 2^52")]
pub fn mib(kib: u64) -> f64 {
    kib as f64 / 1024.0
}

/// The memory that a process holds now, in KiB.
///
/// # Errors
/// Where the system does not tell, or has no such process.
pub fn resident_kib(process: u32) -> anyhow::Result<u64> {
    memory(&process.to_string(), "VmRSS:")
}

fn memory(process: &str, field: &str) -> anyhow::Result<u64> {
    let path = format!("/proc/{process}/status");
    let status = std::fs::read_to_string(&path).with_context(|| format!("failed to read {path}"))?;
    kib(&status, field).with_context(|| format!("{path} holds no {field}"))
}

fn kib(status: &str, field: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_field_of_the_status_is_read_in_kib() {
        let status = "Name:\tx\nVmHWM:\t    7168 kB\nVmRSS:\t    7000 kB\n";
        assert_eq!(super::kib(status, "VmHWM:"), Some(7168));
        assert_eq!(super::kib(status, "VmSwap:"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_used_something() {
        assert!(super::cpu().as_nanos() > 0);
        assert!(super::peak_kib().unwrap() >= super::resident_kib(std::process::id()).unwrap() / 2);
    }
}

//! The host names of the bench: every probe has its own, and one certificate is good for all of them.

/// The domain below which every probe has a name.
pub(super) const DOMAIN: &str = "bench.mock.test";

/// The name of one probe.
pub(super) fn host(number: usize) -> String {
    format!("h{number}.{DOMAIN}")
}

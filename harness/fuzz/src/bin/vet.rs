//! Any text as a listed URL: vetting ends, and what it lets through is https, has a host, and is let through again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rollcall::policy::Reach;
use rollcall::target::{Transport, vet};

fuzz_target!(|text: &str| {
    let Ok(target) = vet(text, Transport::Auto, &Reach::default()) else { return };
    assert_eq!(target.url.scheme(), "https");
    assert!(target.url.has_host());
    let again = vet(target.url.as_str(), Transport::Auto, &Reach::default());
    assert!(again.is_ok_and(|again| again.url == target.url), "{} is vetted once and not twice", target.url);
});

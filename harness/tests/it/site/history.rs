//! The history of a server: what it did in the earlier runs, and why it was left alone where it was.

use std::path::Path;

use rollcall::record::{End, PlainReason, Record};
use rollcall::target::SkipReason;

use super::small_run::{answered, no_reply, probed, run, skip, write_site};

const NAME: &str = "com.example/flights";
const URL: &str = "https://flights.example.com/mcp";
const DAYS: [&str; 4] =
    ["2026-07-25T08:00:00Z", "2026-07-26T08:00:00Z", "2026-07-27T08:00:00Z", "2026-07-28T08:00:00Z"];

fn up(name: &str, url: &str) -> Record {
    let mut record = probed(name, url);
    answered(&mut record, &["search_flights"]);
    record
}

/// The lines of the history on the English page of the server, without markup: newest first.
fn told(site: &Path, page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(site.join("en/server").join(page)).unwrap();
    let Some((_, history)) = text.split_once("<h2>History</h2>") else { return Vec::new() };
    let history = history.split_once("<h2>").unwrap().0;
    let tag = regex_lite::Regex::new("<[^>]*>").unwrap();
    let lines = history.split("<tr>").filter(|line| line.contains("<td"));
    lines.map(|line| tag.replace_all(&line.replace("</t", " | </t"), "").trim().to_owned()).collect()
}

#[test]
fn a_run_in_which_a_remote_was_left_alone_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let at = |run: &str| folder.path().join(run);
    for (reason, shown) in [
        (SkipReason::Excluded, "opted out"),
        (SkipReason::HostStopped, "host asked for fewer requests"),
        (SkipReason::NotLatest, "not the latest version"),
        (SkipReason::Deleted, "taken back"),
    ] {
        let name = reason.as_str();
        // A skip has the URL as the registry wrote it.
        let raw = "HTTPS://Flights.example.com:443/mcp";
        let listed = skip(NAME, Some(raw), reason, None);
        let before =
            run(&at(&format!("before-{name}")), DAYS[0], &[up("a/b", "https://a.example/mcp")], &[listed]);
        let now = run(&at(&format!("now-{name}")), DAYS[1], &[up(NAME, URL)], &[]);
        let site = at(&format!("site-{name}"));
        write_site(&[&before, &now], &site);
        let told = told(&site, "com.example~flights.html");
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[1].contains("not probed") && told[1].contains(shown), "{told:?}");
    }
}

#[test]
fn what_is_known_of_a_run_is_told_in_the_order_of_what_says_most() {
    let folder = tempfile::tempdir().unwrap();
    let at = |run: &str| folder.path().join(run);
    let old = || skip(NAME, Some(URL), SkipReason::NotLatest, None);
    let opted_out = || skip(NAME, Some(URL), SkipReason::Excluded, None);
    let mut down = probed(NAME, URL);
    no_reply(&mut down, End::Failed(PlainReason::Refused.into()));
    let runs = [
        // Probed, beside an older version that lists the same remote.
        run(&at("1"), DAYS[0], &[down], &[old()]),
        run(&at("2"), DAYS[1], &[], &[old(), opted_out()]),
        // In the run, and another remote of it.
        run(&at("3"), DAYS[2], &[up(NAME, "https://flights.example.com/v0")], &[]),
        run(&at("4"), DAYS[3], &[up(NAME, URL)], &[old()]),
    ];
    let site = at("site");
    write_site(&runs.each_ref().map(std::path::PathBuf::as_path), &site);
    let told = told(&site, "com.example~flights.html");
    assert_eq!(told.len(), 4, "the remote that two versions list is told once: {told:?}");
    assert!(told[1].contains("not in that run"), "{told:?}");
    assert!(told[2].contains("opted out"), "{told:?}");
    assert!(told[3].contains("connection refused"), "{told:?}");
}

#[test]
fn a_remote_that_is_left_alone_now_keeps_its_history() {
    let folder = tempfile::tempdir().unwrap();
    let at = |run: &str| folder.path().join(run);
    let before =
        run(&at("before"), DAYS[0], &[up(NAME, URL)], &[skip("a/b", None, SkipReason::NoRemote, None)]);
    let stopped = skip(NAME, Some(URL), SkipReason::HostStopped, None);
    let listed = skip("a/b", Some("https://a.example/mcp"), SkipReason::Excluded, None);
    let new = skip("a/new", Some("https://new.example/mcp"), SkipReason::Excluded, None);
    let now = run(&at("now"), DAYS[1], &[], &[stopped, listed, new]);
    let site = at("site");
    write_site(&[&before, &now], &site);
    let flights = told(&site, "com.example~flights.html");
    assert!(flights[0].contains("not probed") && flights[1].contains("answered"), "{flights:?}");
    let later = told(&site, "a~b.html");
    assert!(later[1].contains("no remote"), "an entry that listed none: {later:?}");
    assert_eq!(told(&site, "a~new.html"), Vec::<String>::new(), "no empty heading");
}

//! Bare URLs: no entry names them, and all else is known of them.

use rollcall::cli::run_to;
use rollcall::exit::Exit;
use rollcall::record::Record;

use super::small_run::{answered, probed, run, write_site};

const URL: &str = "https://bare.example.org/mcp";

fn bare(url: &str, tools: &[&str]) -> Record {
    let mut record = probed("", url);
    answered(&mut record, tools);
    record.entry = None;
    record
}

#[test]
fn the_tools_of_a_bare_url_are_known_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let tools = ["search_flights", "book_hotel", "airport_info", "list_airlines"];
    let records = [bare(URL, &tools), bare("https://other.example.org/mcp", &["frobnicate"])];
    let run = run(&folder.path().join("run"), "2026-07-28T08:00:00Z", &records, &[]);
    let site = folder.path().join("site");
    write_site(&[&run], &site);
    let read = |path: &str| std::fs::read_to_string(site.join(path)).unwrap();
    let list = read("en/servers/all.html");
    assert!(list.contains("<li>4 tools</li>") && list.contains("<li>1 tool</li>"), "{list}");
    assert!(list.contains("<li>Travel</li>"), "its tools decide: {list}");
    let pages: Vec<String> = std::fs::read_dir(site.join("en/server"))
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    assert_eq!(pages.len(), 2);
    for page in &pages {
        assert!(!page.contains("no tools are known"), "{page}");
        assert!(page.contains("This is a bare URL") && !page.contains("How the namespace is proven</h2>"));
    }
    assert!(read("servers.json").contains("\"tools\":4,\"tool_names\":[\"search_flights\""));
    assert!(read("search/r0.js").contains("search_flights"), "the search shows them");
    assert!(read("search/t0.js").contains("[\"frobnicate\","), "and finds them");
    assert!(read("en/index.html").contains("<option value=\"travel\""), "and filters by them");
}

#[test]
fn a_run_of_bare_urls_can_be_categorized() {
    let folder = tempfile::tempdir().unwrap();
    let records = [bare(URL, &["search_flights", "book_hotel", "airport_info"])];
    let run = run(&folder.path().join("run"), "2026-07-28T08:00:00Z", &records, &[]);
    let args = ["rollcall".into(), "categorize".into(), run.as_os_str().to_owned()];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(run_to(args, &mut out, &mut err), Exit::Clean, "{}", String::from_utf8_lossy(&err));
    let told = String::from_utf8(out).unwrap();
    assert!(told.contains(URL) && told.contains("travel"), "{told}");
    // What it left in the run is what the site is made of.
    write_site(&[&run], &folder.path().join("site"));
}

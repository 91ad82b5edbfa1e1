//! The page that says how the directory is checked: figures of what was judged, and what a status means.

use rollcall::category::{built_in_text, measured};
use rollcall::cli::run_to;
use rollcall::exit::Exit;

use super::small_run::{later, probed, replied, run, write_site};

#[test]
fn the_figures_are_those_of_the_lexicon_that_was_judged_and_of_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let run = later(folder.path());
    let page = |site: &str| {
        write_site(&[&run], &folder.path().join(site));
        std::fs::read_to_string(folder.path().join(site).join("en/checked.html")).unwrap()
    };
    let built_in = page("built-in");
    let table = &measured().table;
    for (words, share) in [
        ("Of {} servers that it put into a category, {} belong there.", table.overall_precision()),
        ("Of {} servers that belong in a category, {} were put there.", table.overall_recall()),
    ] {
        let expected =
            words.replacen("{}", &share.of.to_string(), 1).replacen("{}", &share.hit.to_string(), 1);
        assert!(built_in.contains(&expected), "{expected}");
    }
    assert!(built_in.contains(&format!("run on {} servers", table.servers())));

    let own = folder.path().join("own.txt");
    std::fs::write(&own, format!("{}\n", built_in_text())).unwrap();
    let mut args = vec!["rollcall".into(), "categorize".into(), run.as_os_str().to_owned()];
    args.extend(["--lexicon".into(), own.into_os_string()]);
    let mut complaint = Vec::new();
    let exit = run_to(args, &mut Vec::new(), &mut complaint);
    assert_eq!(exit, Exit::Clean, "{}", String::from_utf8_lossy(&complaint));
    let other = page("other");
    assert!(other.contains("another lexicon than the one that was judged"));
    assert!(!other.contains("put into a category"), "no figures of another lexicon");
}

#[test]
fn a_publisher_reads_what_each_status_means_and_what_to_do_about_it() {
    let folder = tempfile::tempdir().unwrap();
    let records = [400, 404, 405, 418].map(|status| {
        let mut record =
            probed(&format!("com.example/s{status}"), &format!("https://s{status}.example.com/mcp"));
        replied(&mut record, status);
        record
    });
    let run = run(&folder.path().join("run"), "2026-07-28T08:00:00Z", &records, &[]);
    let site = folder.path().join("site");
    write_site(&[&run], &site);
    let read = |path: &str| std::fs::read_to_string(site.join(path)).unwrap();
    for (status, advice) in [
        (400, "Read the body of the reply"),
        (404, "Find the path that takes a POST"),
        (405, "List the URL of the endpoint and not that of its page"),
    ] {
        for page in [
            "en/checked.html".to_owned(),
            format!("en/server/com.example~s{status}.html"),
            format!("en/reason/http-4xx-{status}.html"),
        ] {
            assert!(read(&page).contains(advice), "{page}");
        }
        let checked = read("en/checked.html");
        assert!(
            checked.contains(&format!("href=\"reason/http-4xx-{status}.html\">HTTP {status}</a>: 1</dt>"))
        );
    }
    // One that says no more than its outcome.
    assert!(read("en/server/com.example~s418.html").contains("Run the curl line"));
}

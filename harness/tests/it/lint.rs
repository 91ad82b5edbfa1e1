//! `rollcall lint` from the outside: files, folders, formats, repairs, exit codes.

use std::path::Path;

use serde_json::Value;

/// A first attempt as people really make one: too long a description, the account in the wrong letter case, a page inside
/// the repository, an old key, a version bumped alone, a placeholder nobody declared.
const ATTEMPT: &str = r#"{
  "name": "io.github.tidewater/tides",
  "description": "Everything that a sailor could ever want to know about the tides of every harbour, with history and charts",
  "version": "1.4.0",
  "website_url": "https://tides.example.com",
  "repository": {"url": "https://github.com/TideWater/tides/tree/main/packages/server", "source": "github"},
  "packages": [{"registryType": "npm", "identifier": "@tidewater/tides", "version": "1.3.0", "transport": {"type": "stdio"}}],
  "remotes": [{"type": "streamable-http", "url": "https://{harbour}.tides.example.com/mcp"}]
}
"#;

fn rollcall(args: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("rollcall").chain(args.iter().copied()).map(Into::into);
    let exit = rollcall::cli::run_to(args, &mut out, &mut err);
    (exit.code(), String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap().try_into().unwrap()
}

#[test]
fn a_first_attempt_is_told_everything_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "server.json", ATTEMPT);
    file(folder.path(), "package.json", r#"{"name": "@tidewater/tides", "version": "1.4.0"}"#);
    let (code, out, _) = rollcall(&["lint", &path, "--proof", "github:TideWater"]);
    assert_eq!(code, 1);
    for (rule, repair) in [
        ("schema-missing", "--fix"),
        ("namespace-account-case-wrong", "io.github.TideWater/tides"),
        ("namespace-account-case-differs", "GitHub's own spelling"),
        ("description-too-long", "Shorten it to 100"),
        ("field-snake-case", "--fix"),
        ("repository-url-malformed", "`packages/server` as `subfolder`"),
        ("package-version-differs", "Bump both together"),
        ("remote-url-variable-undeclared", "Declare it under `variables`"),
        ("remote-not-probed", "names no server"),
        ("package-json-mcp-name-missing", "\"mcpName\": \"io.github.tidewater/tides\""),
        ("package-json-version-differs", "Bump both together"),
    ] {
        let at = out.find(&format!("[{rule}]")).unwrap_or_else(|| panic!("{rule} is missing in\n{out}"));
        let block = out[at..].split("\n\n").next().unwrap();
        assert!(block.contains('^') && block.contains(repair), "{rule}:\n{block}");
    }
}

/// The whole text, as a reader sees it. What decides is tested above; this guards against drift.
#[test]
fn the_text_of_a_first_attempt() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "server.json", ATTEMPT);
    let (_, out, _) = rollcall(&["lint", &path, "--proof", "github:TideWater"]);
    let shown = out.replace(folder.path().to_str().unwrap(), "FOLDER");
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots/cli"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("lint-first-attempt", shown));
}

#[test]
fn every_format_holds_every_finding() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "a b/server.json", ATTEMPT);
    let of = |format: &str| rollcall(&["lint", &path, "--format", format]).1;
    let json: Value = serde_json::from_str(&of("json")).unwrap();
    assert_eq!(json["schema"], "rollcall.diagnostics.v1");
    let findings = json["files"][0]["findings"].as_array().unwrap();
    let rules: Vec<&str> = findings.iter().map(|one| one["rule"].as_str().unwrap()).collect();
    assert!(rules.contains(&"description-too-long"), "{rules:?}");
    let long = findings.iter().find(|one| one["rule"] == "description-too-long").unwrap();
    assert_eq!(
        (&long["start"]["line"], &long["start"]["column"], &long["pointer"]),
        (&3.into(), &18.into(), &"/description".into())
    );
    let span = &ATTEMPT[number(&long["span"]["start"])..number(&long["span"]["end"])];
    assert!(span.starts_with("\"Everything") && span.ends_with("charts\""));

    let sarif: Value = serde_json::from_str(&of("sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.iter().map(|one| one["ruleId"].as_str().unwrap()).collect::<Vec<_>>(), rules);
    for result in results {
        let index = number(&result["ruleIndex"]);
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.ends_with("a%20b/server.json"), "{uri}");
    }

    let github = of("github");
    assert_eq!(github.lines().count(), rules.len());
    assert!(github.contains("::error file=") && github.contains(",line=3,col=18,"), "{github}");
    assert!(github.lines().all(|line| line.starts_with("::")), "{github}");
}

#[test]
fn the_schema_of_the_json_is_printed() {
    let (code, out, _) = rollcall(&["schema", "diagnostics"]);
    assert_eq!(code, 0);
    let schema: Value = serde_json::from_str(&out).unwrap();
    assert!(schema["properties"]["files"].is_object(), "{out}");
}

#[test]
fn a_repair_is_shown_written_and_final() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "server.json", ATTEMPT);
    #[cfg(unix)]
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o640)).unwrap();
    let (code, out, _) = rollcall(&["lint", "--fix", &path]);
    assert_eq!(code, 1, "what needs judgement stays");
    assert!(out.contains("-  \"website_url\": \"https://tides.example.com\",\n+  \"websiteUrl\": \"https://tides.example.com\",\n"), "{out}");
    let after = std::fs::read_to_string(&path).unwrap();
    let schema = rollcall::manifest::rules::CURRENT_SCHEMA;
    assert_eq!(
        after,
        ATTEMPT.replace("website_url", "websiteUrl").replacen(
            "{\n",
            &format!("{{\n  \"$schema\": \"{schema}\",\n"),
            1
        )
    );
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).unwrap().permissions()) & 0o777,
        0o640
    );
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["server.json"], "nothing is left beside it");
    let again = rollcall(&["lint", "--fix", &path]).1;
    assert!(!again.contains("+++"), "{again}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), after);
    let json = rollcall(&["lint", "--fix", "--format", "json", &path]).1;
    assert!(serde_json::from_str::<Value>(&json).is_ok(), "stdout stays for programs");
}

#[cfg(unix)]
#[test]
fn a_link_stays_one() {
    let folder = tempfile::tempdir().unwrap();
    file(folder.path(), "real.json", ATTEMPT);
    let link = folder.path().join("server.json");
    std::os::unix::fs::symlink("real.json", &link).unwrap();
    rollcall(&["lint", "--fix", link.to_str().unwrap()]);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert!(std::fs::read_to_string(folder.path().join("real.json")).unwrap().contains("websiteUrl"));
}

#[test]
fn a_folder_stands_for_the_manifests_in_it() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "b/server.json",
        "a/deep/server.json",
        "node_modules/x/server.json",
        ".git/server.json",
        "a/other.json",
    ] {
        file(folder.path(), name, ATTEMPT);
    }
    let json: Value =
        serde_json::from_str(&rollcall(&["lint", folder.path().to_str().unwrap(), "--format", "json"]).1)
            .unwrap();
    let paths: Vec<&str> =
        json["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    assert_eq!(paths.len(), 2, "{paths:?}");
    assert!(paths[0].ends_with("a/deep/server.json") && paths[1].ends_with("b/server.json"), "{paths:?}");
    let empty = tempfile::tempdir().unwrap();
    let (code, _, err) = rollcall(&["lint", empty.path().to_str().unwrap()]);
    assert_eq!(code, 4, "{err}");
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let good = file(folder.path(), "server.json", ATTEMPT);
    let large = file(folder.path(), "large.json", &" ".repeat(1024 * 1024 + 1));
    let deep = file(folder.path(), "deep.json", &format!("{}{}", "[".repeat(513), "]".repeat(513)));
    let absent = folder.path().join("absent.json");
    let (code, out, err) = rollcall(&["lint", absent.to_str().unwrap(), &large, &deep, &good]);
    assert_eq!(code, 3);
    for part in [
        "absent.json: ",
        "large.json: the file has 1048577 bytes",
        "deep.json: the document is nested deeper than 512",
    ] {
        assert!(err.contains(part), "{part}: {err}");
    }
    assert!(out.contains("[description-too-long]"));
}

#[test]
fn warnings_alone_do_not_fail() {
    let folder = tempfile::tempdir().unwrap();
    let schema = rollcall::manifest::rules::CURRENT_SCHEMA;
    let text = format!(
        r#"{{"$schema": "{schema}", "name": "com.example/tides", "description": "Tides", "version": "1.4.0", "license": "MIT"}}"#
    );
    let (code, out, _) = rollcall(&["lint", &file(folder.path(), "server.json", &text)]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("0 errors, 1 warning"), "{out}");
}

#[test]
fn misuse_is_usage() {
    for args in [
        &["lint"][..],
        &["lint", "x.json", "--proof", "dns:https://example.com"],
        &["lint", "x.json", "--proof", "carrier-pigeon:x"],
        &["lint", "x.json", "--format", "xml"],
    ] {
        assert_eq!(rollcall(args).0, 2, "{args:?}");
    }
}

#[test]
fn every_rule_can_be_explained() {
    for rule in rollcall::manifest::rules::ALL {
        let (code, out, err) = rollcall(&["explain", rule.id]);
        assert!(code == 0 && out.contains(rule.repair), "{}: {out}{err}", rule.id);
    }
}

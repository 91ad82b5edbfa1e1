//! `repository`.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::facts::{Facts, Page};
use crate::manifest::view::Object;

/// There is no `repository`.
pub(super) static REPOSITORY_MISSING: Rule = Rule {
    id: "repository-missing",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/repository",
    since: "n/a",
    what: "There is no `repository`.",
    why: "It is allowed; people then cannot read the source before they run it.",
    example: r#"{"name": "com.example/weather"}"#,
    repair: "Add `repository` with `url` and `source`, if the source is public.",
    source: "registry docs",
};

/// `repository` has neither `url` nor `source`.
pub(super) static REPOSITORY_EMPTY: Rule = Rule {
    id: "repository-empty",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/repository",
    since: "2025-07-09",
    what: "`repository` has neither `url` nor `source`.",
    why: "Publishing ignores it; a validation against the full schema fails.",
    example: r#"{"repository": {}}"#,
    repair: "Fill it in or remove it.",
    source: "registry internal/validators/validators.go",
};

/// Only one of `url` and `source` is there.
pub(super) static REPOSITORY_INCOMPLETE: Rule = Rule {
    id: "repository-incomplete",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/repository",
    since: "2025-07-09",
    what: "Only one of `url` and `source` is there.",
    why: "The registry asks for both or none.",
    example: r#"{"repository": {"url": "https://github.com/example/weather"}}"#,
    repair: "Add the missing one; `source` is `github` or `gitlab`.",
    source: "registry internal/validators/validators.go invalid-repository-url",
};

/// `source` is not exactly `github` or `gitlab`.
pub(super) static REPOSITORY_SOURCE_UNSUPPORTED: Rule = Rule {
    id: "repository-source-unsupported",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/repository/source",
    since: "2025-07-09",
    what: "`source` is not exactly `github` or `gitlab`.",
    why: "The registry knows these two, in lower case.",
    example: r#"{"repository": {"url": "https://codeberg.org/example/weather", "source": "codeberg"}}"#,
    repair: "Write `github` or `gitlab`, or leave `repository` out and link from `websiteUrl`.",
    source: "registry internal/validators/constants.go invalid-repository-url",
};

/// The address is not `https://<host>/<owner>/<repository>` on the host that `source` names.
pub(super) static REPOSITORY_URL_MALFORMED: Rule = Rule {
    id: "repository-url-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/repository/url",
    since: "2025-07-09",
    what: "The address is not `https://<host>/<owner>/<repository>` on the host that `source` names.",
    why: "Exactly two path segments pass: no query, no fragment, no `/tree/…`, no SSH form, no GitLab subgroup.",
    example: r#"{"repository": {"url": "https://github.com/example/weather/tree/main/server", "source": "github"}}"#,
    repair: "Give the root of the repository, and the path inside it as `subfolder`.",
    source: "registry internal/validators/utils.go invalid-repository-url; registry#1359; registry#1361; registry#1452; qrussell/wemo-ops-center#18",
};

/// `subfolder` is not a plain relative path.
pub(super) static REPOSITORY_SUBFOLDER_MALFORMED: Rule = Rule {
    id: "repository-subfolder-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/repository/subfolder",
    since: "Sep 2025",
    what: "`subfolder` is not a plain relative path.",
    why: "It may not begin or end with a slash, hold an empty, `.` or `..` segment, or characters outside letters, digits and `-_./`.",
    example: r#"{"repository": {"url": "https://github.com/example/weather", "source": "github", "subfolder": "./server"}}"#,
    repair: "Write the path from the root of the repository, such as `packages/server`.",
    source: "registry internal/validators/utils.go invalid-subfolder-path",
};

/// The page of the repository answers 404 or 410, or its host does not resolve.
pub(super) static REPOSITORY_UNREACHABLE: Rule = Rule {
    id: "repository-unreachable",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "/repository/url",
    since: "n/a",
    what: "The page of the repository answers 404 or 410, or its host does not resolve.",
    why: "The registry does not look, people do. From outside a private, a renamed and a deleted repository look the same.",
    example: r#"{"repository": {"url": "https://github.com/example/gone", "source": "github"}}"#,
    repair: "Correct the address, or make the repository public.",
    source: "registry#395; registry#1266 (open)",
};

/// The page answers with a permanent redirect to another repository.
pub(super) static REPOSITORY_MOVED: Rule = Rule {
    id: "repository-moved",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/repository/url",
    since: "n/a",
    what: "The page answers with a permanent redirect to another repository.",
    why: "It works today; the old name can be taken by somebody else.",
    example: r#"{"repository": {"url": "https://github.com/example/old-name", "source": "github"}}"#,
    repair: "Write the new address.",
    source: "registry#1484",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let field = manifest.top.field("repository");
    if !field.is_there() {
        out.report(&REPOSITORY_MISSING, field.place(), "`repository` is missing");
        return;
    }
    let Some(repository) = manifest.top.object("repository") else { return };
    let (url, source) = (repository.field("url"), repository.field("source"));
    match (url.is_missing(), source.is_missing()) {
        (true, true) => {
            out.report(&REPOSITORY_EMPTY, field.place(), "`repository` has neither `url` nor `source`");
            return;
        }
        (true, false) => {
            out.report(&REPOSITORY_INCOMPLETE, url.place(), "`url` of the repository is missing");
        }
        (false, true) => {
            out.report(&REPOSITORY_INCOMPLETE, source.place(), "`source` of the repository is missing");
        }
        (false, false) => source_and_url(&repository, out),
    }
    let subfolder = repository.field("subfolder");
    if let Some(path) = subfolder.filled()
        && !is_plain_path(path)
    {
        out.report(
            &REPOSITORY_SUBFOLDER_MALFORMED,
            subfolder.place(),
            format!("`{path}` is not a plain relative path"),
        );
    }
}

fn source_and_url(repository: &Object<'_>, out: &mut Findings) {
    let (url, source) = (repository.field("url"), repository.field("source"));
    let (Some(address), Some(word)) = (url.text(), source.text()) else { return };
    let host = match word {
        "github" => "github.com",
        "gitlab" => "gitlab.com",
        _ => {
            out.report(
                &REPOSITORY_SOURCE_UNSUPPORTED,
                source.place(),
                format!("`{word}` is neither `github` nor `gitlab`"),
            );
            return;
        }
    };
    if root(address, host).is_some() {
        return;
    }
    let found = out.report(
        &REPOSITORY_URL_MALFORMED,
        url.place(),
        format!("this is not the root of a repository on {host}"),
    );
    // A page inside a repository tells both halves of the repair.
    let inside = address.split_once("/tree/").or_else(|| address.split_once("/blob/"));
    if let Some((base, behind)) = inside
        && root(base, host).is_some()
    {
        let path = behind.split(['?', '#']).next().unwrap_or_default();
        let folder = path
            .split_once('/')
            .map(|(_, folder)| folder.trim_matches('/'))
            .filter(|folder| !folder.is_empty());
        found.repair = Some(match folder {
            Some(folder) => format!("Write `{base}` as `url` and `{folder}` as `subfolder`."),
            None => format!("Write `{base}`."),
        });
    }
}

/// Owner and repository of `^https?://(www\.)?<host>/[\w.-]+/[\w.-]+/?$`.
fn root<'t>(address: &'t str, host: &str) -> Option<(&'t str, &'t str)> {
    let behind = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let path = behind.strip_prefix("www.").unwrap_or(behind).strip_prefix(host)?.strip_prefix('/')?;
    let (owner, repository) = path.strip_suffix('/').unwrap_or(path).split_once('/')?;
    let word =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c));
    (word(owner) && word(repository)).then_some((owner, repository))
}

fn is_plain_path(path: &str) -> bool {
    path.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c))
        && path.split('/').all(|segment| !matches!(segment, "" | "." | ".."))
}

impl<'d> Manifest<'d> {
    /// The owner in the repository's address, when that is on GitHub; it need not be the root of the repository.
    pub(super) fn repository_owner(&self) -> Option<&'d str> {
        let url = self.top.object("repository")?.field("url").text()?;
        let behind = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
        let path = behind.strip_prefix("www.").unwrap_or(behind).strip_prefix("github.com/")?;
        path.split(['/', '?', '#']).next().filter(|owner| !owner.is_empty())
    }
}

/// What the page of the repository answered.
pub(super) fn check_facts(manifest: &Manifest<'_>, facts: &Facts, out: &mut Findings) {
    let Some(repository) = manifest.top.object("repository") else { return };
    let (field, Some(answer)) = (repository.field("url"), &facts.repository) else { return };
    match answer {
        Page::Gone(how) => {
            out.report(&REPOSITORY_UNREACHABLE, field.place(), format!("the repository {how}"));
        }
        Page::Moved(to) => {
            let found =
                out.report(&REPOSITORY_MOVED, field.place(), format!("the repository has moved to `{to}`"));
            found.repair = Some(format!("Write `{to}`."));
        }
        Page::Answers => {}
    }
}

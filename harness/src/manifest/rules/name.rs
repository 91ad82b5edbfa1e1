//! `name`: its form, and whether any proof could grant it.

use super::{Findings, Layer, Manifest, Rule, Severity};

/// `name` is absent or empty.
pub(super) static NAME_MISSING: Rule = Rule {
    id: "name-missing",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/name",
    since: "2025-07-09",
    what: "`name` is absent or empty.",
    why: "It is the identity of the entry; every other thing hangs on it.",
    example: r#"{"description": "Weather lookups"}"#,
    repair: "Add a name of the form `namespace/server`, for example `com.example/weather`.",
    source: "registry internal/validators/validators.go invalid-server-name",
};

/// The name has fewer than 3 characters.
pub(super) static NAME_TOO_SHORT: Rule = Rule {
    id: "name-too-short",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/name",
    since: "2025-07-09",
    what: "The name has fewer than 3 characters.",
    why: "The registry's shape check asks for 3 to 200.",
    example: r#"{"name": "a/"}"#,
    repair: "Write `namespace/server` in full.",
    source: "registry pkg/api/v0/types.go",
};

/// The name has more than 200 characters.
pub(super) static NAME_TOO_LONG: Rule = Rule {
    id: "name-too-long",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/name",
    since: "2025-07-09",
    what: "The name has more than 200 characters.",
    why: "The registry's shape check asks for 3 to 200.",
    example: r#"{"name": "com.example/wwww…"}"#,
    repair: "Shorten the part after the slash.",
    source: "registry pkg/api/v0/types.go",
};

/// The name has no slash.
pub(super) static NAME_SLASH_MISSING: Rule = Rule {
    id: "name-slash-missing",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/name",
    since: "2025-07-09",
    what: "The name has no slash.",
    why: "What stands before the slash says who publishes; without it nobody can prove the right to the name.",
    example: r#"{"name": "weather"}"#,
    repair: "Write `namespace/server`, for example `com.example/weather`.",
    source: "registry internal/validators/validators.go invalid-server-name",
};

/// The name has more than one slash.
pub(super) static NAME_SLASH_REPEATED: Rule = Rule {
    id: "name-slash-repeated",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/name",
    since: "Sep 2025",
    what: "The name has more than one slash.",
    why: "Exactly one slash separates the namespace from the server.",
    example: r#"{"name": "com.example/tools/weather"}"#,
    repair: "Join the parts after the first slash with `-`, `_` or `.`.",
    source: "registry internal/validators/validators.go invalid-server-name",
};

/// Nothing stands before or after the slash.
pub(super) static NAME_PART_EMPTY: Rule = Rule {
    id: "name-part-empty",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/name",
    since: "2025-07-09",
    what: "Nothing stands before or after the slash.",
    why: "Both the namespace and the server part are required.",
    example: r#"{"name": "com.example/"}"#,
    repair: "Fill in the empty part.",
    source: "registry internal/validators/validators.go invalid-server-name",
};

/// The part before the slash is not two or more letters, digits, dots and hyphens with a letter or digit at both ends.
pub(super) static NAME_NAMESPACE_MALFORMED: Rule = Rule {
    id: "name-namespace-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/name",
    since: "2025-07-09",
    what: "The part before the slash is not two or more letters, digits, dots and hyphens with a letter or digit at both ends.",
    why: "A namespace is a reversed domain or a GitHub account, and neither has other characters.",
    example: r#"{"name": "com.example_site/weather"}"#,
    repair: "Write the namespace as the reversed domain, or as `io.github.<account>`.",
    source: "registry internal/validators/validators.go invalid-server-name",
};

/// The part after the slash is not two or more letters, digits, dots, hyphens and underscores with a letter or digit at both ends.
pub(super) static NAME_SERVER_PART_MALFORMED: Rule = Rule {
    id: "name-server-part-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/name",
    since: "2025-07-09",
    what: "The part after the slash is not two or more letters, digits, dots, hyphens and underscores with a letter or digit at both ends.",
    why: "The registry refuses any other form.",
    example: r#"{"name": "com.example/w"}"#,
    repair: "Rename the part after the slash.",
    source: "registry internal/validators/validators.go invalid-server-name",
};

/// No proof can grant this namespace: it has fewer than two labels, or one of its first two is no domain label.
pub(super) static NAMESPACE_UNPROVABLE: Rule = Rule {
    id: "namespace-unprovable",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/name",
    since: "n/a",
    what: "No proof can grant this namespace: it has fewer than two labels, or one of its first two is no domain label.",
    why: "A login proves a domain or a GitHub account. Nothing it can prove reverses to this, so publishing ends in 403.",
    example: r#"{"name": "weather/server"}"#,
    repair: "Take a domain of yours, reversed, or `io.github.<account>`.",
    source: "registry internal/api/handlers/v0/auth/common.go (derived)",
};

/// What follows `io.github.` is not a GitHub account name.
pub(super) static NAMESPACE_GITHUB_ACCOUNT_MALFORMED: Rule = Rule {
    id: "namespace-github-account-malformed",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/name",
    since: "n/a",
    what: "What follows `io.github.` is not a GitHub account name.",
    why: "Account names are letters, digits and hyphens. The login grants `io.github.<account>/` and nothing below it.",
    example: r#"{"name": "io.github.my.account/weather"}"#,
    repair: "Write the account name exactly as GitHub shows it.",
    source: "registry internal/api/handlers/v0/auth/github_at.go (derived)",
};

/// A domain namespace holds a capital letter.
pub(super) static NAMESPACE_UPPERCASE_DOMAIN: Rule = Rule {
    id: "namespace-uppercase-domain",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "/name",
    since: "n/a",
    what: "A domain namespace holds a capital letter.",
    why: "Permissions are compared byte for byte, so only a login that types the domain with the same capitals would match.",
    example: r#"{"name": "com.Example/weather"}"#,
    repair: "Write the domain in lower case.",
    source: "registry internal/api/handlers/v0/auth/common.go (derived)",
};

/// The account in the name and the owner in the repository address differ in letter case alone.
pub(super) static NAMESPACE_ACCOUNT_CASE_DIFFERS: Rule = Rule {
    id: "namespace-account-case-differs",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "/name with /repository/url",
    since: "n/a",
    what: "The account in the name and the owner in the repository address differ in letter case alone.",
    why: "One of them is misspelt. If it is the namespace, publishing ends in 403, which reads like a login problem.",
    example: r#"{"name": "io.github.acmecorp/weather", "repository": {"url": "https://github.com/AcmeCorp/weather", "source": "github"}}"#,
    repair: "Use GitHub's own spelling of the account in both places.",
    source: "registry#689; Servosity/msp-skills#11",
};

/// The account in the name is not the owner of the repository.
pub(super) static REPOSITORY_OWNER_DIFFERS: Rule = Rule {
    id: "repository-owner-differs",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/name with /repository/url",
    since: "n/a",
    what: "The account in the name is not the owner of the repository.",
    why: "It is allowed, and worth a look: a fork, an organisation, or a copied line.",
    example: r#"{"name": "io.github.alpha/weather", "repository": {"url": "https://github.com/beta/weather", "source": "github"}}"#,
    repair: "Nothing, if it is meant.",
    source: "registry docs",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let field = manifest.top.field("name");
    if field.is_missing() {
        out.report(&NAME_MISSING, field.place(), "`name` is missing");
        return;
    }
    let Some(name) = field.text() else { return };
    let length = name.chars().count();
    if length < 3 {
        out.report(
            &NAME_TOO_SHORT,
            field.place(),
            format!("the name has {length} characters, at least 3 are needed"),
        );
    }
    if length > 200 {
        out.report(
            &NAME_TOO_LONG,
            field.place(),
            format!("the name has {length} characters, at most 200 are allowed"),
        );
    }
    match parts(name) {
        Ok((namespace, _)) => provable(namespace, manifest, out),
        Err(rule) => {
            let found = out.report(rule, field.place(), fault(rule, name));
            if std::ptr::eq(rule, &raw const NAME_SLASH_MISSING) && manifest.repository_owner().is_some() {
                let owner = manifest.repository_owner().unwrap_or_default();
                found.repair = Some(format!(
                    "Write for example `io.github.{owner}/{name}`, if that GitHub account is yours."
                ));
            }
        }
    }
}

fn fault(rule: &'static Rule, name: &str) -> String {
    let namespace = name.split('/').next().unwrap_or_default();
    match rule.id {
        "name-slash-missing" => "the name has no slash".to_owned(),
        "name-slash-repeated" => {
            format!("the name has {} slashes, one is allowed", name.matches('/').count())
        }
        "name-part-empty" if namespace.is_empty() => "nothing stands before the slash".to_owned(),
        "name-part-empty" => "nothing stands after the slash".to_owned(),
        "name-namespace-malformed" => format!("`{namespace}` is not a namespace"),
        _ => format!("`{}` is not a server name", &name[(namespace.len() + 1).min(name.len())..]),
    }
}

/// Namespace and server part, or the first rule broken, in the order of the registry.
fn parts(name: &str) -> Result<(&str, &str), &'static Rule> {
    let Some((namespace, server)) = name.split_once('/') else { return Err(&NAME_SLASH_MISSING) };
    if server.contains('/') {
        return Err(&NAME_SLASH_REPEATED);
    }
    if namespace.is_empty() || server.is_empty() {
        return Err(&NAME_PART_EMPTY);
    }
    let formed = |text: &str, inner: &str| {
        text.len() >= 2
            && text.chars().all(|c| c.is_ascii_alphanumeric() || inner.contains(c))
            && text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.ends_with(|c: char| c.is_ascii_alphanumeric())
    };
    if !formed(namespace, ".-") {
        return Err(&NAME_NAMESPACE_MALFORMED);
    }
    if !formed(server, "._-") {
        return Err(&NAME_SERVER_PART_MALFORMED);
    }
    Ok((namespace, server))
}

/// Whether some login could grant this namespace, and whether it fits the repository.
fn provable(namespace: &str, manifest: &Manifest<'_>, out: &mut Findings) {
    let place = manifest.top.field("name").place();
    if let Some(account) = namespace.strip_prefix("io.github.") {
        if !account.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            out.report(
                &NAMESPACE_GITHUB_ACCOUNT_MALFORMED,
                place,
                format!("`{account}` is not a GitHub account name"),
            );
            return;
        }
        let Some(owner) = manifest.repository_owner() else { return };
        if owner == account {
            return;
        }
        let other = manifest.top.object("repository").map(|repository| repository.field("url").place());
        let (rule, message) = if owner.eq_ignore_ascii_case(account) {
            (&NAMESPACE_ACCOUNT_CASE_DIFFERS, format!("the name says `{account}`, the repository `{owner}`"))
        } else {
            (
                &REPOSITORY_OWNER_DIFFERS,
                format!("the repository belongs to `{owner}`, the name says `{account}`"),
            )
        };
        let found = out.report(rule, place, message);
        found.other = other.map(|place| (place, format!("`{owner}` here")));
        return;
    }
    let label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphanumeric())
            && label.ends_with(|c: char| c.is_ascii_alphanumeric())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let mut labels = namespace.split('.');
    if !(labels.next().is_some_and(label) && labels.next().is_some_and(label)) {
        out.report(&NAMESPACE_UNPROVABLE, place, format!("nobody can prove the namespace `{namespace}`"));
    } else if namespace.chars().any(|c| c.is_ascii_uppercase()) {
        out.report(
            &NAMESPACE_UPPERCASE_DOMAIN,
            place,
            format!("`{namespace}` is a domain with capital letters"),
        );
    }
}

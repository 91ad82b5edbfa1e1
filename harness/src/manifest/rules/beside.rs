//! The files beside the manifest. The registry never sees them: it looks at what was published from them.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::beside::{Beside, Found};
use crate::manifest::diagnostic::Diagnostic;
use crate::manifest::facts::has_marker;
use crate::manifest::view::{Field, Object};

/// `package.json` beside the manifest has no `mcpName`.
pub(super) static PACKAGE_JSON_MCP_NAME_MISSING: Rule = Rule {
    id: "package-json-mcp-name-missing",
    severity: Severity::Error,
    layer: Layer::Advice,
    at: "package.json /mcpName",
    since: "n/a",
    what: "`package.json` beside the manifest has no `mcpName`.",
    why: "The next npm release would carry no ownership mark, and publishing here would be refused.",
    example: r#"{"name": "@example/weather", "version": "1.0.0"}"#,
    repair: r#"Add `"mcpName"` with the exact name of the manifest, before `npm publish`."#,
    source: "registry internal/validators/registries/npm.go",
};

/// `mcpName` in `package.json` is not exactly the name of the manifest.
pub(super) static PACKAGE_JSON_MCP_NAME_DIFFERS: Rule = Rule {
    id: "package-json-mcp-name-differs",
    severity: Severity::Error,
    layer: Layer::Advice,
    at: "package.json /mcpName",
    since: "n/a",
    what: "`mcpName` in `package.json` is not exactly the name of the manifest.",
    why: "They are compared byte for byte; letter case counts.",
    example: r#"{"name": "@example/weather", "mcpName": "io.github.example/weather"}"#,
    repair: "Make both the same before `npm publish`.",
    source: "registry internal/validators/registries/npm.go",
};

/// The npm package of the manifest is not the one in `package.json`.
pub(super) static PACKAGE_JSON_NAME_DIFFERS: Rule = Rule {
    id: "package-json-name-differs",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "package.json /name",
    since: "n/a",
    what: "The npm package of the manifest is not the one in `package.json`.",
    why: "The entry would install another package than the one built here. A monorepo may have reasons.",
    example: r#"{"name": "weather"}"#,
    repair: "Correct `identifier`, unless another package is meant.",
    source: "client init",
};

/// The version in `package.json` is not the one in the manifest.
pub(super) static PACKAGE_JSON_VERSION_DIFFERS: Rule = Rule {
    id: "package-json-version-differs",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "package.json /version",
    since: "n/a",
    what: "The version in `package.json` is not the one in the manifest.",
    why: "One of them was bumped alone.",
    example: r#"{"name": "@example/weather", "version": "1.0.1"}"#,
    repair: "Bump both together.",
    source: "publishers' experience",
};

/// The `README.md` beside the manifest does not hold `mcp-name: <name>`.
pub(super) static README_MARKER_MISSING: Rule = Rule {
    id: "readme-marker-missing",
    severity: Severity::Error,
    layer: Layer::Advice,
    at: "README.md",
    since: "n/a",
    what: "The `README.md` beside the manifest does not hold `mcp-name: <name>`.",
    why: "The next PyPI release would carry no ownership mark, and publishing here would be refused.",
    example: "# Weather",
    repair: "Add the line `mcp-name: <name>` (an HTML comment will do) before the release.",
    source: "registry internal/validators/registries/pypi.go",
};

/// The PyPI package of the manifest is not the project in `pyproject.toml`.
pub(super) static PYPROJECT_NAME_DIFFERS: Rule = Rule {
    id: "pyproject-name-differs",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "pyproject.toml project.name",
    since: "n/a",
    what: "The PyPI package of the manifest is not the project in `pyproject.toml`.",
    why: "The entry would install another project than the one built here.",
    example: r#"[project] name = "weather""#,
    repair: "Correct `identifier`, unless another project is meant.",
    source: "as for package.json",
};

/// The version in `pyproject.toml` is not the one in the manifest.
pub(super) static PYPROJECT_VERSION_DIFFERS: Rule = Rule {
    id: "pyproject-version-differs",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "pyproject.toml project.version",
    since: "n/a",
    what: "The version in `pyproject.toml` is not the one in the manifest.",
    why: "One of them was bumped alone.",
    example: r#"[project] version = "1.0.1""#,
    repair: "Bump both together.",
    source: "publishers' experience",
};

/// Compares the manifest with the files beside it.
pub fn check(manifest: &Manifest<'_>, beside: &Beside, out: &mut Findings) {
    let of = |kind: &'static str| {
        manifest.packages.iter().filter(move |package| package.field("registryType").text() == Some(kind))
    };
    if let Some(file) = &beside.package_json
        && let Some(project) = &file.name
    {
        let same = |package: &&Object<'_>| package.field("identifier").text() == Some(project.text.as_str());
        match of("npm").find(same) {
            Some(package) => npm(manifest, package, beside, out),
            None => differs(of("npm").next(), project, file.source, &PACKAGE_JSON_NAME_DIFFERS, out),
        }
    }
    if let Some(file) = &beside.pyproject
        && let Some(project) = &file.name
    {
        let same = |package: &&Object<'_>| {
            package.field("identifier").text().is_some_and(|text| normal(text) == normal(&project.text))
        };
        match of("pypi").find(same) {
            Some(package) => pypi(manifest, package, beside, out),
            None => differs(of("pypi").next(), project, file.source, &PYPROJECT_NAME_DIFFERS, out),
        }
    }
}

fn at<'o>(
    found: &'o mut Diagnostic,
    source: usize,
    field: &Field<'_, '_>,
    label: &str,
) -> &'o mut Diagnostic {
    found.source = source;
    // The place in the manifest that it was compared with; the renderers know that it is in the first source.
    found.repair.get_or_insert_with(|| {
        format!("{} The manifest has `{}` at {}.", found.rule.repair, label, field.pointer())
    });
    found
}

fn differs(
    package: Option<&Object<'_>>,
    project: &Found,
    source: usize,
    rule: &'static Rule,
    out: &mut Findings,
) {
    let Some(package) = package else { return };
    let identifier = package.field("identifier");
    let Some(text) = identifier.filled() else { return };
    let message = format!("this project is `{}`, the package of the manifest is `{text}`", project.text);
    at(out.report(rule, project.place.clone(), message), source, &identifier, text);
}

fn versions(
    package: &Object<'_>,
    theirs: Option<&Found>,
    source: usize,
    rule: &'static Rule,
    out: &mut Findings,
) {
    let field = package.field("version");
    let (Some(theirs), Some(ours)) = (theirs, field.filled()) else { return };
    if theirs.text != ours {
        let message = format!("the version here is `{}`, the manifest says `{ours}`", theirs.text);
        at(out.report(rule, theirs.place.clone(), message), source, &field, ours);
    }
}

fn npm(manifest: &Manifest<'_>, package: &Object<'_>, beside: &Beside, out: &mut Findings) {
    let Some(file) = &beside.package_json else { return };
    let name = manifest.top.field("name");
    if let Some(ours) = name.filled() {
        match &file.mcp_name {
            None => {
                let found =
                    out.report(&PACKAGE_JSON_MCP_NAME_MISSING, file.whole.clone(), "`mcpName` is missing");
                found.repair = Some(format!("Add `\"mcpName\": \"{ours}\"` before `npm publish`."));
                found.source = file.source;
            }
            Some(mark) if mark.text != ours => {
                let message = format!("`mcpName` is `{}`, the manifest says `{ours}`", mark.text);
                at(
                    out.report(&PACKAGE_JSON_MCP_NAME_DIFFERS, mark.place.clone(), message),
                    file.source,
                    &name,
                    ours,
                );
            }
            Some(_) => {}
        }
    }
    versions(package, file.version.as_ref(), file.source, &PACKAGE_JSON_VERSION_DIFFERS, out);
}

fn pypi(manifest: &Manifest<'_>, package: &Object<'_>, beside: &Beside, out: &mut Findings) {
    let Some(file) = &beside.pyproject else { return };
    versions(package, file.version.as_ref(), file.source, &PYPROJECT_VERSION_DIFFERS, out);
    if let (Some(readme), Some(name)) = (&beside.readme, manifest.name())
        && !has_marker(&readme.text, name)
    {
        let found = out.report(
            &README_MARKER_MISSING,
            readme.whole.clone(),
            format!("`mcp-name: {name}` is missing"),
        );
        found.repair = Some(format!("Add the line `<!-- mcp-name: {name} -->` before the release."));
        found.source = readme.source;
    }
}

/// A project name as PyPI compares it (PEP 503): lower case, runs of `-`, `_` and `.` are one `-`.
fn normal(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for part in name.split(['-', '_', '.']).filter(|part| !part.is_empty()) {
        if !out.is_empty() {
            out.push('-');
        }
        out.push_str(&part.to_ascii_lowercase());
    }
    out
}

//! The files in the manifest's folder that the next release will be made from, read without the network.

use std::path::Path;

use super::diagnostic::{Place, Source};
use super::document::{self, Document, Span};
use super::view::Object;

/// What was found beside a manifest. A file that is absent, too large or unreadable is not there.
#[derive(Debug, Default, Clone)]
pub struct Beside {
    /// `package.json`.
    pub package_json: Option<Project>,
    /// `pyproject.toml`, its `[project]` table.
    pub pyproject: Option<Project>,
    /// `README.md`.
    pub readme: Option<Readme>,
    sources: Vec<Source>,
}

/// What a project file says of itself.
#[derive(Debug, Clone)]
pub struct Project {
    /// Its place in the list of sources.
    pub source: usize,
    /// The whole of it, for what is missing.
    pub whole: Place,
    /// The name of the package.
    pub name: Option<Found>,
    /// The version, where it is a literal.
    pub version: Option<Found>,
    /// `mcpName`; npm alone has it.
    pub mcp_name: Option<Found>,
}

/// A text and where it stands.
#[derive(Debug, Clone)]
pub struct Found {
    /// The text.
    pub text: String,
    /// Where.
    pub place: Place,
}

/// A README.
#[derive(Debug, Clone)]
pub struct Readme {
    /// Its place in the list of sources.
    pub source: usize,
    /// Its first line, for what is missing.
    pub whole: Place,
    /// The text.
    pub text: String,
}

impl Beside {
    /// Reads the files beside `manifest`.
    #[must_use]
    pub fn read(manifest: &Path) -> Self {
        let folder = manifest.parent().unwrap_or(Path::new(""));
        let text = |name: &str| {
            let path = folder.join(name);
            let text = read_text(&path)?;
            Some((path.display().to_string(), text))
        };
        Self::from_texts(text("package.json"), text("pyproject.toml"), text("README.md"))
    }

    /// The same from texts with the names that messages call them.
    #[must_use]
    pub fn from_texts(
        package_json: Option<(String, String)>,
        pyproject: Option<(String, String)>,
        readme: Option<(String, String)>,
    ) -> Self {
        let mut beside = Self::default();
        if let Some((name, text)) = package_json {
            beside.package_json = npm(&text, beside.next());
            beside.sources.push(Source { name, text });
        }
        if let Some((name, text)) = pyproject {
            beside.pyproject = python(&text, beside.next());
            beside.sources.push(Source { name, text });
        }
        if let Some((name, text)) = readme {
            let end = text.find('\n').unwrap_or(text.len());
            let whole = Place { pointer: String::new(), span: Span { start: 0, end } };
            beside.readme = Some(Readme { source: beside.next(), whole, text: text.clone() });
            beside.sources.push(Source { name, text });
        }
        beside
    }

    /// The texts, in the order that [`Project::source`] counts from one; the manifest is number zero.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter()
    }

    fn next(&self) -> usize {
        self.sources.len() + 1
    }
}

/// A regular file of at most [`document::MAX_BYTES`], as text.
fn read_text(path: &Path) -> Option<String> {
    use std::io::Read as _;

    let file = std::fs::File::open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    file.take(document::MAX_BYTES as u64 + 1).read_to_string(&mut text).ok()?;
    (text.len() <= document::MAX_BYTES).then_some(text)
}

fn npm(text: &str, source: usize) -> Option<Project> {
    let document = Document::parse(text).ok()?;
    let top = Object::top(&document);
    let found = |key| {
        let field = top.field(key);
        field.filled().map(|text| Found { text: text.to_owned(), place: field.place() })
    };
    let whole = Place { pointer: "/mcpName".to_owned(), span: super::rules::opening(&top) };
    Some(Project {
        source,
        whole,
        name: found("name"),
        version: found("version"),
        mcp_name: found("mcpName"),
    })
}

/// The two keys of `[project]` that count. Anything else may be in the file.
#[derive(serde::Deserialize)]
struct Pyproject {
    project: Option<PyprojectTable>,
}

#[derive(serde::Deserialize)]
struct PyprojectTable {
    name: Option<toml::Spanned<String>>,
    version: Option<toml::Spanned<String>>,
}

fn python(text: &str, source: usize) -> Option<Project> {
    let table = toml::from_str::<Pyproject>(text).ok()?.project?;
    let found = |key: &str, value: Option<toml::Spanned<String>>| {
        let value = value?;
        let span = Span { start: value.span().start, end: value.span().end };
        Some(Found { text: value.into_inner(), place: Place { pointer: format!("/project/{key}"), span } })
    };
    let whole = Place { pointer: "/project".to_owned(), span: Span { start: 0, end: 0 } };
    let (name, version) = (found("name", table.name), found("version", table.version));
    Some(Project { source, whole, name, version, mcp_name: None })
}

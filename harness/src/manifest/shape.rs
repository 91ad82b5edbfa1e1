//! The format as the registry's decoder knows it: which keys an object has and which type each of them wants.
//! Source: the registry's published types at v1.7.8, schema 2025-12-11.

/// What a value must be.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape {
    Text,
    Flag,
    List(&'static Shape),
    Object(&'static Kind),
    /// An object whose keys are free and whose values have one shape.
    Map(&'static Shape),
    /// An object with anything in it.
    Free,
}

/// One kind of object.
#[derive(Debug)]
pub(crate) struct Kind {
    /// What the messages call it.
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [(&'static str, Shape)],
}

impl Shape {
    /// The JSON type in words.
    pub(crate) fn wanted(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Flag => "a boolean",
            Self::List(_) => "an array",
            Self::Object(_) | Self::Map(_) | Self::Free => "an object",
        }
    }
}

/// The publisher's own block under `_meta`.
pub(crate) const PUBLISHER_BLOCK: &str = "io.modelcontextprotocol.registry/publisher-provided";
/// The registry's block under `_meta`.
pub(crate) const OFFICIAL_BLOCK: &str = "io.modelcontextprotocol.registry/official";

pub(crate) static MANIFEST: Kind = Kind {
    name: "server.json",
    fields: &[
        ("$schema", Shape::Text),
        ("name", Shape::Text),
        ("description", Shape::Text),
        ("title", Shape::Text),
        ("repository", Shape::Object(&REPOSITORY)),
        ("version", Shape::Text),
        ("websiteUrl", Shape::Text),
        ("icons", Shape::List(&Shape::Object(&ICON))),
        ("packages", Shape::List(&Shape::Object(&PACKAGE))),
        ("remotes", Shape::List(&Shape::Object(&TRANSPORT))),
        ("_meta", Shape::Object(&META)),
    ],
};

static REPOSITORY: Kind = Kind {
    name: "repository",
    fields: &[("url", Shape::Text), ("source", Shape::Text), ("id", Shape::Text), ("subfolder", Shape::Text)],
};

static ICON: Kind = Kind {
    name: "an icon",
    fields: &[
        ("src", Shape::Text),
        ("mimeType", Shape::Text),
        ("sizes", Shape::List(&Shape::Text)),
        ("theme", Shape::Text),
    ],
};

static PACKAGE: Kind = Kind {
    name: "a package",
    fields: &[
        ("registryType", Shape::Text),
        ("registryBaseUrl", Shape::Text),
        ("identifier", Shape::Text),
        ("version", Shape::Text),
        ("fileSha256", Shape::Text),
        ("runtimeHint", Shape::Text),
        ("transport", Shape::Object(&TRANSPORT)),
        ("runtimeArguments", Shape::List(&Shape::Object(&ARGUMENT))),
        ("packageArguments", Shape::List(&Shape::Object(&ARGUMENT))),
        ("environmentVariables", Shape::List(&Shape::Object(&NAMED_INPUT))),
    ],
};

static TRANSPORT: Kind = Kind {
    name: "a transport",
    fields: &[
        ("type", Shape::Text),
        ("url", Shape::Text),
        ("headers", Shape::List(&Shape::Object(&NAMED_INPUT))),
        ("variables", Shape::Map(&Shape::Object(&INPUT))),
    ],
};

static INPUT: Kind = Kind {
    name: "a variable",
    fields: &[
        ("description", Shape::Text),
        ("isRequired", Shape::Flag),
        ("format", Shape::Text),
        ("value", Shape::Text),
        ("isSecret", Shape::Flag),
        ("default", Shape::Text),
        ("placeholder", Shape::Text),
        ("choices", Shape::List(&Shape::Text)),
    ],
};

static NAMED_INPUT: Kind = Kind {
    name: "a header or environment variable",
    fields: &[
        ("name", Shape::Text),
        ("description", Shape::Text),
        ("isRequired", Shape::Flag),
        ("format", Shape::Text),
        ("value", Shape::Text),
        ("isSecret", Shape::Flag),
        ("default", Shape::Text),
        ("placeholder", Shape::Text),
        ("choices", Shape::List(&Shape::Text)),
        ("variables", Shape::Map(&Shape::Object(&INPUT))),
    ],
};

static ARGUMENT: Kind = Kind {
    name: "an argument",
    fields: &[
        ("type", Shape::Text),
        ("name", Shape::Text),
        ("valueHint", Shape::Text),
        ("isRepeated", Shape::Flag),
        ("description", Shape::Text),
        ("isRequired", Shape::Flag),
        ("format", Shape::Text),
        ("value", Shape::Text),
        ("isSecret", Shape::Flag),
        ("default", Shape::Text),
        ("placeholder", Shape::Text),
        ("choices", Shape::List(&Shape::Text)),
        ("variables", Shape::Map(&Shape::Object(&INPUT))),
    ],
};

static META: Kind = Kind { name: "_meta", fields: &[(PUBLISHER_BLOCK, Shape::Free)] };

/// The `snake_case` keys of the first schema and what became of each on 2025-09-16 (modelcontextprotocol/registry#428).
pub(crate) static RENAMED: &[(&str, &str)] = &[
    ("registry_type", "registryType"),
    ("registry_base_url", "registryBaseUrl"),
    ("file_sha256", "fileSha256"),
    ("runtime_hint", "runtimeHint"),
    ("runtime_arguments", "runtimeArguments"),
    ("package_arguments", "packageArguments"),
    ("environment_variables", "environmentVariables"),
    ("is_required", "isRequired"),
    ("is_secret", "isSecret"),
    ("value_hint", "valueHint"),
    ("is_repeated", "isRepeated"),
    ("website_url", "websiteUrl"),
];

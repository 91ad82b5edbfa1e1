//! What the rules look at: the part of an entry and of its record that says what a server is for.

/// One entry to be shelved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// The name in the registry, namespace included (`com.example/flights`); for a bare URL, which no registry lists, the URL.
    pub name: String,
    /// The display title, where the entry has one.
    pub title: Option<String>,
    /// The description, where the entry has one.
    pub description: Option<String>,
    /// The tools, where a probe was told of any.
    pub tools: Option<ToolList>,
}

impl Subject {
    /// Whether it is a bare URL: nobody gave it a name, and the words of a URL say nothing of what a server is for. A name
    /// in a registry has a single slash and no colon.
    #[must_use]
    pub fn is_bare_url(&self) -> bool {
        self.name.contains("://")
    }
}

/// The tools that a server listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolList {
    /// How many tools are known, kept by name or not.
    pub count: u64,
    /// The names kept, at most 50.
    pub names: Vec<String>,
    /// The digest of *all* names, by which identical lists are found.
    pub digest: Option<String>,
    /// Whether the list was read to its end; `false` means that the count is a lower bound.
    pub complete: bool,
}

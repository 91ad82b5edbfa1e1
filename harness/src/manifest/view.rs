//! Looking at a document the way the registry's decoder does: keys without regard to case, the last of two equal ones,
//! `null` as absent.

use super::diagnostic::Place;
use super::document::{Document, Member, Node, Span, Value};

/// An object of the document and the JSON Pointer that leads to it.
#[derive(Debug, Clone)]
pub(crate) struct Object<'d> {
    pub(crate) members: &'d [Member<'d>],
    pub(crate) span: Span,
    pub(crate) pointer: String,
}

/// One field of an object, there or not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'o, 'd> {
    owner: &'o Object<'d>,
    key: &'static str,
    member: Option<&'d Member<'d>>,
}

impl<'d> Object<'d> {
    fn new(node: &'d Node<'d>, pointer: String) -> Option<Self> {
        match &node.value {
            Value::Object(members) => Some(Self { members, span: node.span, pointer }),
            _ => None,
        }
    }

    /// The object at the top; an empty one where the document is something else.
    pub(crate) fn top(document: &'d Document<'d>) -> Self {
        Self::new(&document.root, String::new()).unwrap_or(Self {
            members: &[],
            span: document.root.span,
            pointer: String::new(),
        })
    }

    pub(crate) fn field(&self, key: &'static str) -> Field<'_, 'd> {
        let found = self.members.iter().rev().find(|member| member.key.eq_ignore_ascii_case(key));
        Field { owner: self, key, member: found.filter(|member| member.node.value != Value::Null) }
    }

    /// The object under `key`, if it is one.
    pub(crate) fn object(&self, key: &'static str) -> Option<Object<'d>> {
        let field = self.field(key);
        Object::new(&field.member?.node, field.pointer())
    }

    /// The objects in the array under `key`; anything else in it is the business of `field-type-wrong`.
    pub(crate) fn objects(&self, key: &'static str) -> Vec<Object<'d>> {
        let field = self.field(key);
        let Some(Value::List(nodes)) = field.member.map(|member| &member.node.value) else {
            return Vec::new();
        };
        let pointer = field.pointer();
        let at = |(index, node)| Object::new(node, format!("{pointer}/{index}"));
        nodes.iter().enumerate().filter_map(at).collect()
    }

    /// The objects in the map under `key`, each with its key.
    pub(crate) fn map(&self, key: &'static str) -> Vec<(&'d Member<'d>, Object<'d>)> {
        let Some(map) = self.object(key) else { return Vec::new() };
        let at = |member: &'d Member<'d>| {
            Some((member, Object::new(&member.node, format!("{}/{}", map.pointer, escape(&member.key)))?))
        };
        map.members.iter().filter_map(at).collect()
    }

    /// Its place in the array it is in; none elsewhere.
    pub(crate) fn index(&self) -> Option<usize> {
        self.pointer.rsplit('/').next()?.parse().ok()
    }

    /// The object itself as a place.
    pub(crate) fn place(&self) -> Place {
        Place { pointer: self.pointer.clone(), span: self.span }
    }
}

impl<'d> Field<'_, 'd> {
    /// The text, if the field is a string.
    pub(crate) fn text(&self) -> Option<&'d str> {
        match &self.member?.node.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text, if the field is a string with something in it.
    pub(crate) fn filled(&self) -> Option<&'d str> {
        self.text().filter(|text| !text.is_empty())
    }

    /// Whether the key is there with a value other than `null`.
    pub(crate) fn is_there(&self) -> bool {
        self.member.is_some()
    }

    /// Whether the field is absent or an empty string: what "missing" means to the registry. A value of the wrong type
    /// has a rule of its own.
    pub(crate) fn is_missing(&self) -> bool {
        self.member.is_none() || self.text() == Some("")
    }

    /// The value, whatever it is.
    pub(crate) fn node(&self) -> Option<&'d Node<'d>> {
        self.member.map(|member| &member.node)
    }

    pub(crate) fn pointer(&self) -> String {
        let key = self.member.map_or(self.key, |member| &member.key);
        format!("{}/{}", self.owner.pointer, escape(key))
    }

    /// The value as a place; the object that should hold it, when it is not there.
    pub(crate) fn place(&self) -> Place {
        let opening =
            Span { start: self.owner.span.start, end: (self.owner.span.start + 1).min(self.owner.span.end) };
        Place { pointer: self.pointer(), span: self.member.map_or(opening, |member| member.node.span) }
    }
}

/// A key as one part of a JSON Pointer (RFC 6901 section 3).
pub(crate) fn escape(key: &str) -> std::borrow::Cow<'_, str> {
    if key.contains(['~', '/']) { key.replace('~', "~0").replace('/', "~1").into() } else { key.into() }
}

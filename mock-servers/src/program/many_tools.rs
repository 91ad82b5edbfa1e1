//! A page of very many tools.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::{Play, calls};
use crate::request::Request;
use crate::script::{Reply, Size};

/// How many tools, how large.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ManyTools {
    /// How many tools; their names are `tool-1`, `tool-2`, ...
    pub count: u32,
    /// The size of each description.
    pub description: Size,
}

pub(super) fn play(tools: &ManyTools, request: &Request) -> Option<Play> {
    if !calls(request, "tools/list") {
        return None;
    }
    let description = "x".repeat(usize::try_from(tools.description.0).unwrap_or(0));
    let mut text = String::from(r#"{"tools":["#);
    for n in 1..=tools.count {
        let comma = if n == 1 { "" } else { "," };
        let _ = write!(
            text,
            r#"{comma}{{"name":"tool-{n}","description":"{description}","inputSchema":{{"type":"object"}}}}"#
        );
    }
    text.push_str("]}");
    Some(Reply { result: Some(text), ..Reply::default() }.into())
}

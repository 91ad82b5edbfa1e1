//! Behaviours that data cannot say: replies that depend on earlier requests, or content that is generated.

use serde::{Deserialize, Serialize};

use crate::script::Size;

/// A behaviour written in Rust.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// A good server whose every initialize after the first is refused with 400 until a DELETE has come.
    InitializeOnce,
    /// tools/list gives so many tools in one page, each with a description of so many bytes.
    ManyTools(ManyTools),
    /// JSON nested so many levels deep: under `capabilities.experimental` of initialize.
    DeepInitialize(u32),
    /// JSON nested so many levels deep: in the schema of a third tool.
    DeepSchema(u32),
    /// initialize is a gzip body that unfolds to so many bytes.
    GzipBomb(Size),
    /// Encodes a body only if the request allows it, and then states a wrong length.
    PoliteEncoding,
    /// Every request is answered by an event stream that opens with a `ping` request under the client's own id.
    PingFirst,
}

/// How many tools, how large.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ManyTools {
    /// How many tools.
    pub count: u32,
    /// The size of each description.
    pub description: Size,
}

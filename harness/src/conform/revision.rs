//! The revisions of the protocol.

crate::words::words! {
    /// A revision of the protocol, oldest first.
    pub enum Revision: "protocol revision" {
        /// HTTP+SSE, the first.
        V20241105 = "2024-11-05",
        /// Streamable HTTP, with batches.
        V20250326 = "2025-03-26",
        /// The version header, protected-resource metadata; no batches.
        V20250618 = "2025-06-18",
        /// The last one with a handshake.
        V20251125 = "2025-11-25",
        /// Without handshake and session.
        V20260728 = "2026-07-28",
    }
}

impl Revision {
    /// The newest that is opened with `initialize`.
    pub const NEWEST_WITH_HANDSHAKE: Self = Self::V20251125;

    /// Whether it is opened with `initialize`.
    #[must_use]
    pub const fn has_handshake(self) -> bool {
        !matches!(self, Self::V20260728)
    }
}

//! What a run may ask a server: a closed list, none of it with an effect beyond a session that is ended again.

crate::words::words! {
    /// One kind of request. Never a `tools/call`.
    pub enum Ask: "request of conform" {
        /// POST `initialize`, the opening.
        Initialize = "initialize",
        /// POST `notifications/initialized`.
        Initialized = "initialized",
        /// POST `ping`.
        Ping = "ping",
        /// POST `ping` under an id that is a string.
        StringId = "ping-with-string-id",
        /// POST a method that nobody has.
        UnknownMethod = "unknown-method",
        /// POST a notification that nobody knows.
        UnknownNotification = "unknown-notification",
        /// POST `tools/list`, page by page.
        ToolsList = "tools/list",
        /// POST `tools/list` with a cursor that was never given out.
        InvalidCursor = "invalid-cursor",
        /// POST `ping` that takes JSON alone.
        AcceptJson = "accept-json-only",
        /// POST a body that is not JSON.
        BadJson = "bad-json",
        /// POST an array of two `ping`s (2025-03-26).
        Batch = "batch",
        /// POST `ping` without the version header.
        NoVersionHeader = "no-version-header",
        /// POST `ping` with a version header that names no revision.
        WrongVersionHeader = "wrong-version-header",
        /// GET the stream of the server's own messages.
        Get = "get",
        /// POST `ping` without the session id.
        NoSession = "no-session-id",
        /// POST `ping` with a session id that was never given out.
        UnknownSession = "unknown-session-id",
        /// The plainest request there is, with a foreign Origin.
        ForeignOrigin = "foreign-origin",
        /// The same with a foreign Host.
        ForeignHost = "foreign-host",
        /// POST `initialize` at a version that nobody speaks.
        InitializeUnknown = "initialize-unknown-version",
        /// POST `initialize` at other revisions.
        InitializeOther = "initialize-other-version",
        /// DELETE a session that one of those opened.
        Goodbye = "delete-other-session",
        /// DELETE the session.
        Delete = "delete",
        /// POST `ping` with the id of the session that was ended.
        EndedSession = "ended-session",
        /// POST `server/discover` (2026-07-28).
        Discover = "server/discover",
        /// POST `tools/list` at 2026-07-28, twice.
        ModernToolsList = "modern-tools/list",
        /// POST `server/discover` without `Mcp-Method`.
        ModernNoHeader = "modern-no-method-header",
        /// POST `server/discover` under a contradicting `Mcp-Method`.
        ModernMismatch = "modern-contradicting-header",
        /// POST `server/discover` without `_meta`.
        ModernNoMeta = "modern-no-meta",
        /// POST `server/discover` at a version that nobody speaks.
        ModernUnknownVersion = "modern-unknown-version",
        /// POST a method that nobody has, at 2026-07-28.
        ModernUnknownMethod = "modern-unknown-method",
        /// POST `server/discover` with a session id.
        ModernSession = "modern-with-session-id",
        /// GET at a server of 2026-07-28 alone.
        ModernGet = "modern-get",
        /// GET protected-resource metadata.
        ResourceMetadata = "resource-metadata",
        /// GET authorization-server metadata.
        ServerMetadata = "authorization-server-metadata",
        /// GET the stream of legacy SSE.
        OpenStream = "open-stream",
    }
}

impl Ask {
    /// What is asked at 2026-07-28, of a server that answers `server/discover`.
    pub(super) const MODERN: [Self; 8] = [
        Self::ModernToolsList,
        Self::ModernNoHeader,
        Self::ModernMismatch,
        Self::ModernNoMeta,
        Self::ModernUnknownVersion,
        Self::ModernUnknownMethod,
        Self::ModernSession,
        Self::ModernGet,
    ];
}

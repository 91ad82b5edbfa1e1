//! How a target says it speaks.

crate::words::words! {
    /// The transport of a target.
    pub enum Transport: "transport" {
        /// Streamable HTTP: POSTs to the one MCP URL.
        StreamableHttp = "streamable-http",
        /// Legacy HTTP+SSE (2024-11-05): one GET that waits for the `endpoint` event.
        Sse = "sse",
        /// Streamable HTTP first, then on 400, 404 or 405 one GET for the event.
        Auto = "auto",
    }
}

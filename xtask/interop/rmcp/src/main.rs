//! The Rust SDK over axum: `rollcall-interop-rmcp stateful|stateless-json`. A loopback port of the system's choosing,
//! twelve tools, and one line on stdout that tells the port once the server takes connections.

use std::sync::Arc;

use rmcp::model::{JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler};

struct TwelveTools;

impl ServerHandler for TwelveTools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut schema = JsonObject::new();
        schema.insert("type".into(), "object".into());
        let schema = Arc::new(schema);
        let tool = |n: usize| Tool::new(format!("tool_{n:02}"), format!("Tool tool_{n:02}"), schema.clone());
        Ok(ListToolsResult::with_all_items((0..12).map(tool).collect()))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let stateless = std::env::args().nth(1).as_deref() == Some("stateless-json");
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(!stateless)
        .with_json_response(stateless);
    let service = StreamableHttpService::new(|| Ok(TwelveTools), Arc::new(LocalSessionManager::default()), config);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on {}", listener.local_addr()?.port());
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await
}

"""PyPI `mcp` 2.x: `mcp2.py stateful|stateless-json|sse|auth`."""

import sys

from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer

from serve import add_tools, bound, serve

mode = sys.argv[1]
listening, port = bound()


class Nobody:
    """Lets no token in."""

    async def verify_token(self, token: str) -> AccessToken | None:
        return None


kept_out = {}
if mode == "auth":
    kept_out = {
        "token_verifier": Nobody(),
        "auth": AuthSettings(
            issuer_url=f"http://127.0.0.1:{port}",
            resource_server_url=f"http://127.0.0.1:{port}/mcp",
            required_scopes=["mcp"],
        ),
    }

server = MCPServer("py-mcp2", version="1.0.0", **kept_out)
add_tools(server)
if mode == "sse":
    app = server.sse_app()
else:
    stateless = mode == "stateless-json"
    app = server.streamable_http_app(stateless_http=stateless, json_response=stateless)
serve(app, listening)

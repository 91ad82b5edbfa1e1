"""PyPI `mcp` 1.x (`FastMCP`): `mcp1.py stateful|stateless-json|sse`."""

import sys

from mcp.server.fastmcp import FastMCP

from serve import add_tools, bound, serve

mode = sys.argv[1]
listening, port = bound()
stateless = mode == "stateless-json"
server = FastMCP("py-mcp1", port=port, stateless_http=stateless, json_response=stateless)
add_tools(server)
serve(server.sse_app() if mode == "sse" else server.streamable_http_app(), listening)

"""PyPI `fastmcp`: `fastmcp_peer.py stateful|stateless-json|sse|paged`. `paged` lists its tools in three pages."""

import sys

from fastmcp import FastMCP

from serve import add_tools, bound, serve

mode = sys.argv[1]
listening, _ = bound()
server = FastMCP("py-fastmcp", version="1.0.0", **({"list_page_size": 5} if mode == "paged" else {}))
add_tools(server)
if mode == "sse":
    app = server.http_app(transport="sse")
else:
    stateless = mode == "stateless-json"
    app = server.http_app(stateless_http=stateless, json_response=stateless)
serve(app, listening)

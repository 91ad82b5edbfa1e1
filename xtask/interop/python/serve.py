"""What every peer of this folder shares: a loopback port of the system's choosing, twelve tools, and one line on
stdout that tells the port once the server takes connections."""

import socket

import uvicorn

TOOL_NAMES = [f"tool_{n:02}" for n in range(12)]


def bound() -> tuple[socket.socket, int]:
    """A listening socket on 127.0.0.1 and its port."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(128)
    return listening, listening.getsockname()[1]


def add_tools(server) -> None:
    """Twelve tools that do nothing; all SDK generations take `server.tool(name=...)` as a decorator."""

    def nothing() -> str:
        return ""

    for name in TOOL_NAMES:
        server.tool(name=name, description=f"Tool {name}")(nothing)


def serve(app, listening: socket.socket) -> None:
    """Serves until killed. The socket listens already: whoever connects now waits until the server is up."""
    print(f"listening on {listening.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="info")).run(sockets=[listening])

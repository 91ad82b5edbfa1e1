// The TypeScript SDK 2.x: `node sdk2.mjs handler|stateful`. `handler` is what its documentation starts with: both eras
// of the protocol at one path, without sessions.
import { randomUUID } from 'node:crypto';
import { createMcpExpressApp } from '@modelcontextprotocol/express';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isInitializeRequest, McpServer } from '@modelcontextprotocol/server';
import { serve, toolNames } from './serve.mjs';

const mode = process.argv[2];

function mcpServer() {
  const server = new McpServer({ name: 'ts-v2', version: '1.0.0' });
  for (const name of toolNames) {
    server.registerTool(name, { description: `Tool ${name}` }, async () => ({ content: [] }));
  }
  return server;
}

serve(() => {
  const app = createMcpExpressApp();
  if (mode === 'handler') {
    const handle = toNodeHandler(createMcpHandler(() => mcpServer()));
    app.all('/mcp', (req, res) => handle(req, res, req.body));
    return app;
  }
  const sessions = new Map();
  app.all('/mcp', async (req, res) => {
    const id = req.headers['mcp-session-id'];
    let transport = sessions.get(id);
    if (!transport && !id && isInitializeRequest(req.body)) {
      transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: issued => { sessions.set(issued, transport); },
      });
      transport.onclose = () => sessions.delete(transport.sessionId);
      await mcpServer().connect(transport);
    }
    if (!transport) {
      const [status, code, message] = id ? [404, -32001, 'Session not found'] : [400, -32000, 'Bad Request: no session'];
      res.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
      return;
    }
    await transport.handleRequest(req, res, req.body);
  });
  return app;
});

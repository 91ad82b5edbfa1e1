// The TypeScript SDK 1.x behind Express: `node sdk1.mjs stateful|stateless-json|auth`.
import { randomUUID } from 'node:crypto';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { getOAuthProtectedResourceMetadataUrl, mcpAuthMetadataRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { serve, toolNames } from './serve.mjs';

const mode = process.argv[2];

function mcpServer() {
  const server = new McpServer({ name: 'ts-sdk', version: '1.0.0' });
  for (const name of toolNames) {
    server.registerTool(name, { description: `Tool ${name}` }, async () => ({ content: [] }));
  }
  return server;
}

/** Sessions as the SDK's own example keeps them: one server and one transport each. */
function withSessions(app, guards) {
  const sessions = new Map();
  app.post('/mcp', ...guards, async (req, res) => {
    let transport = sessions.get(req.headers['mcp-session-id']);
    if (!transport && !req.headers['mcp-session-id'] && isInitializeRequest(req.body)) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: id => sessions.set(id, transport),
      });
      transport.onclose = () => sessions.delete(transport.sessionId);
      await mcpServer().connect(transport);
    }
    if (!transport) {
      res.status(400).json({ jsonrpc: '2.0', error: { code: -32000, message: 'Bad Request: No valid session ID provided' }, id: null });
      return;
    }
    await transport.handleRequest(req, res, req.body);
  });
  const inSession = async (req, res) => {
    const transport = sessions.get(req.headers['mcp-session-id']);
    if (!transport) {
      res.status(400).send('Invalid or missing session ID');
      return;
    }
    await transport.handleRequest(req, res);
  };
  app.get('/mcp', ...guards, inSession);
  app.delete('/mcp', ...guards, inSession);
}

function withoutSessions(app) {
  app.post('/mcp', async (req, res) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    res.on('close', () => transport.close());
    await mcpServer().connect(transport);
    await transport.handleRequest(req, res, req.body);
  });
  app.all('/mcp', (_req, res) => res.status(405).end());
}

serve(port => {
  const app = createMcpExpressApp();
  if (mode === 'stateless-json') {
    withoutSessions(app);
    return app;
  }
  const guards = [];
  if (mode === 'auth') {
    const resource = new URL(`http://127.0.0.1:${port}/mcp`);
    const issuer = `http://127.0.0.1:${port}`;
    app.use(mcpAuthMetadataRouter({
      oauthMetadata: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      },
      resourceServerUrl: resource,
      scopesSupported: ['mcp'],
      resourceName: 'ts-sdk-auth',
    }));
    guards.push(requireBearerAuth({
      verifier: { verifyAccessToken: async () => { throw new Error('this peer lets nobody in'); } },
      requiredScopes: ['mcp'],
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
    }));
  }
  withSessions(app, guards);
  return app;
});

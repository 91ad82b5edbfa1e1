// npm `fastmcp` (node:http under mcp-proxy): `node fastmcp.mjs stateful PORT`. It cannot say which port it got when it
// is given 0, so the caller finds a free one.
import { FastMCP } from 'fastmcp';
import { toolNames } from './serve.mjs';

const [mode, port] = process.argv.slice(2);
const server = new FastMCP({ name: 'ts-fastmcp', version: '1.0.0' });
for (const name of toolNames) {
  server.addTool({ name, description: `Tool ${name}`, execute: async () => '' });
}
await server.start({
  transportType: 'httpStream',
  httpStream: { host: '127.0.0.1', port: Number(port), endpoint: '/mcp', stateless: mode === 'stateless' },
});
console.log(`listening on ${port}`);

// What every peer of this folder shares: a loopback port of the system's choosing, twelve tools, and one line on
// stdout that tells the port once the server takes connections.
import { createServer } from 'node:http';

export const toolNames = Array.from({ length: 12 }, (_, n) => `tool_${String(n).padStart(2, '0')}`);

/** Listens on 127.0.0.1, builds the request handler for the port it got, and says so. */
export function serve(handlerFor) {
  const server = createServer();
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.on('request', handlerFor(port));
    console.log(`listening on ${port}`);
  });
}

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';

/** Somebody's page, served whole for every path. */
export type PartnerPage = { html: string | (() => string); headers?: Record<string, string> };
export type PartnerSite = { url: string; close(): Promise<void> };

/** Another website on a port of its own. `127.0.0.1` is another site than `localhost`; a port alone is not. */
export const servePage = async ({ html, headers }: PartnerPage, at = 0): Promise<PartnerSite> => {
  const server: Server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(typeof html === 'string' ? html : html());
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

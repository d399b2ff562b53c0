import { type LocalServer, startLocalServer } from '../../scripts/checks/built/local-server.ts';

/** A page that is served for every path. */
export type PartnerPage = { html: string | (() => string); headers?: Record<string, string> };
export type PartnerSite = LocalServer;

/**
 * Serves another website on a separate port. `127.0.0.1` and `localhost` are different sites; different ports are not.
 */
export const servePage = ({ html, headers }: PartnerPage, at = 0): Promise<PartnerSite> =>
  startLocalServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(typeof html === 'string' ? html : html());
  }, at);

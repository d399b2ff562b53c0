import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/**
 * The HTTP/1.1 server of all contenders: their pages and scripts, compressed in advance, and a proxy to the portal. It
 * has two names: pages are at `127.0.0.1`, and the portal and scripts at `localhost`, which is another site.
 *
 * @typedef {import('./contenders.mjs').Contender} Contender
 * @typedef {{ urlOf: (contender: Contender) => string, awaitSignIn: (contender: Contender) => Promise<number>,
 * forget: () => void, close: () => Promise<void> }} BenchServer `awaitSignIn` returns milliseconds since 1970, with
 * fractions
 */

/**
 * @param {{ port: number, portalPort: number, contenders: readonly Contender[] }} options
 * @returns {Promise<BenchServer>}
 */
export const serve = async ({ port, portalPort, contenders }) => {
  const files = new Map(
    contenders.flatMap(({ path, html, script }) => [
      ...(html === undefined
        ? []
        : [/** @type {const} */ ([path, ['text/html; charset=utf-8', brotliCompressSync(html)]])]),
      ...(script === undefined
        ? []
        : [/** @type {const} */ ([`${path}.js`, ['text/javascript', brotliCompressSync(script)]])]),
    ]),
  );
  /** @type {{ path: string, resolve: (arrivedAt: number) => void } | undefined} */
  let expected;

  const server = createServer((request, response) => {
    const { url = '/', method = 'GET', headers } = request;
    if (method === 'POST' && expected !== undefined && url.includes(expected.path)) {
      expected.resolve(performance.timeOrigin + performance.now());
      return request.resume();
    }
    const [type, body] = files.get(url) ?? [];
    if (type !== undefined) {
      return response
        .writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-cache' })
        .end(body);
    }
    const passed = ask({ host: '127.0.0.1', port: portalPort, path: url, method, headers });
    passed.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    return request.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    urlOf: ({ path, html }) => `http://${html === undefined ? 'localhost' : '127.0.0.1'}:${port}${path}`,
    awaitSignIn: ({ signIn }) =>
      new Promise((resolve) => {
        expected = { path: signIn, resolve };
      }),
    forget: () => {
      expected = undefined;
      server.closeAllConnections();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

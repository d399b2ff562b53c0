import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/** What is measured: a page with a form. */
export type Contender = {
  name: string;
  /** A part of the address that a submit asks. */
  signIn: string;
  /** Of its page, which is the portal's own without `html`. */
  path: string;
  html?: string;
  /** The script of that page, from another site. */
  script?: string;
  note?: string;
};

/**
 * Starts the HTTP/1.1 server of all contenders: their pages and scripts, compressed in advance, and a proxy to the
 * portal. It has two names: pages are at `127.0.0.1`, and the portal and scripts at `localhost`, which is another site.
 */
export const serveContenders = async (port: number, portalPort: number, contenders: readonly Contender[]) => {
  const files = new Map<string, { type: string; body: Buffer }>();
  for (const { path, html, script } of contenders) {
    if (html !== undefined) files.set(path, { type: 'text/html; charset=utf-8', body: brotliCompressSync(html) });
    if (script !== undefined) files.set(`${path}.js`, { type: 'text/javascript', body: brotliCompressSync(script) });
  }
  let expected: { path: string; resolve: (arrivedAt: number) => void } | undefined;

  const server = createServer((request, response) => {
    const { url = '/', method = 'GET', headers } = request;
    if (method === 'POST' && expected !== undefined && url.includes(expected.path)) {
      expected.resolve(performance.timeOrigin + performance.now());
      return request.resume();
    }
    const file = files.get(url);
    if (file !== undefined) {
      return response
        .writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-cache' })
        .end(file.body);
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
    urlOf: ({ path, html }: Contender): string =>
      `http://${html === undefined ? 'localhost' : '127.0.0.1'}:${port}${path}`,
    /** Resolves to milliseconds since 1970, with fractions. */
    awaitSignIn: ({ signIn }: Contender) =>
      new Promise<number>((resolve) => {
        expected = { path: signIn, resolve };
      }),
    forget: (): void => {
      expected = undefined;
      server.closeAllConnections();
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
export type BenchServer = Awaited<ReturnType<typeof serveContenders>>;

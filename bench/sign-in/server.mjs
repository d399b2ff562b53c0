import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/**
 * The HTTP/1.1 server of all contenders: their pages and scripts, compressed in advance, doubles of their clouds, and a proxy
 * to the portal. It has two names: pages are at `127.0.0.1`, and every cloud is at `localhost`, which is another site.
 *
 * @typedef {import('./contenders.mjs').Contender} Contender
 * @typedef {{ type: string, body: Buffer }} File compressed with brotli
 * @typedef {{ urlOf: (contender: Contender) => string, awaitSignIn: (contender: Contender) => Promise<number>,
 *   forget: () => void, close: () => Promise<void> }} BenchServer `awaitSignIn` returns milliseconds since 1970, with fractions
 */

/** The minimal responses of each widget's cloud before a sign-in. The response to a sign-in itself is never needed. */
const json = (/** @type {unknown} */ value) => brotliCompressSync(JSON.stringify(value));

/** Hanko's API returns the next screen and its actions to the widget. */
const hanko = (/** @type {string} */ name, /** @type {object} */ actions, payload = {}) =>
  json({ name, status: 200, csrf_token: 'token', payload, actions });
const hankoAction = (/** @type {string} */ action, /** @type {object} */ inputs) => ({
  [action]: { action, href: `/login?action=${action}`, inputs, description: '' },
});
const hankoEmail = { email: { name: 'email', type: 'email', required: true, max_length: 120 } };
const hankoCapabilities = {
  webauthn_available: { name: 'webauthn_available', type: 'boolean', required: true, hidden: true },
  webauthn_conditional_mediation_available: {
    name: 'webauthn_conditional_mediation_available',
    type: 'boolean',
    hidden: true,
  },
};

/**
 * Responses by the beginning of the address, the longest first.
 * @type {readonly (readonly [string, Buffer])[]}
 */
const answers = [
  [
    '/cloud/hanko/login?action=register_client_capabilities',
    hanko('login_init', hankoAction('continue_with_login_identifier', hankoEmail)),
  ],
  ['/cloud/hanko/login', hanko('preflight', hankoAction('register_client_capabilities', hankoCapabilities))],
  ['/cloud/hanko/sessions/validate', json({ is_valid: false })],
];

/** Firebase's emulator has no path prefix. @param {string} path */
const isCloud = (path) => path.startsWith('/cloud/') || path.startsWith('/identitytoolkit.googleapis.com/');

/**
 * Returns headers that allow any page to send any request to a cloud.
 * @param {import('node:http').IncomingMessage} request
 */
const corsOf = ({ headers }) => ({
  'access-control-allow-origin': headers.origin ?? '*',
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
  'access-control-expose-headers': 'x-auth-token, x-csrf-token',
});

/**
 * @param {{ port: number, portalPort: number, files: ReadonlyMap<string, File> }} options
 * @returns {Promise<BenchServer>}
 */
export const serve = async ({ port, portalPort, files }) => {
  /** @type {{ path: string, resolve: (arrivedAt: number) => void } | undefined} */
  let expected;

  const server = createServer((request, response) => {
    const { url = '/', method = 'GET' } = request;
    const { pathname } = new URL(url, 'http://localhost');
    if (method === 'POST' && expected !== undefined && url.includes(expected.path)) {
      expected.resolve(performance.timeOrigin + performance.now());
      return request.resume();
    }
    const file = files.get(pathname);
    if (file !== undefined) {
      const headers = { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-cache' };
      return response.writeHead(200, headers).end(file.body);
    }
    if (isCloud(pathname)) {
      if (method === 'OPTIONS') return response.writeHead(204, corsOf(request)).end();
      const [, answer] = answers.find(([start]) => url.startsWith(start)) ?? [];
      if (answer === undefined) return response.writeHead(404, corsOf(request)).end();
      const headers = { ...corsOf(request), 'content-type': 'application/json', 'content-encoding': 'br' };
      return response.writeHead(200, headers).end(answer);
    }
    const passed = ask({ host: '127.0.0.1', port: portalPort, path: url, method, headers: request.headers });
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
    urlOf: ({ name, path }) =>
      path ? `http://localhost:${port}${path}` : `http://127.0.0.1:${port}${pageOf(name)}.html`,
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

/** @param {string} name a contender's */
export const pageOf = (name) => `/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

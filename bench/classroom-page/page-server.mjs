import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { aClass, counted, oneCellLater } from './a-class.mjs';

const types = { '.js': 'text/javascript', '.css': 'text/css' };
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A class</title>
<meta name="viewport" content="width=device-width">
<style>body{margin:24px;background:#f5f6ff;font-family:sans-serif}</style>
<script type="module" src="/elements/loader.js"></script>
<maths-classroom classroom-id="AAAAAAAAAAAAAAAAAAAAAA"></maths-classroom></html>`;

/**
 * A page with the built element, and an API that knows one class. The API's answers change one cell when asked for
 * what is new.
 * @param {{ build: string, together: boolean }} options
 * @returns {Promise<{ url: string, release: () => void, close: () => void }>} `release` lets the next answer go
 */
export const servePage = async ({ build, together }) => {
  const answer = aClass({ together });
  const opening = { told: JSON.stringify(answer), counted: JSON.stringify(counted(answer)) };
  let turn = 0;
  /** Answers that wait for `release`, the oldest first; a page that left waits no longer. */
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname.startsWith('/api/')) {
      response.setHeader('content-type', 'application/json');
      turn += 1;
      const levels = searchParams.get('levels') === 'counted' ? 'counted' : 'told';
      const later = () => (levels === 'told' ? oneCellLater(answer, turn) : counted(oneCellLater(answer, turn)));
      const body = searchParams.has('since') ? JSON.stringify(later()) : opening[levels];
      const send = () => response.end(body);
      waiting.add(send);
      return response.on('close', () => waiting.delete(send));
    }
    if (!pathname.startsWith('/elements/')) return response.setHeader('content-type', 'text/html').end(html);
    const file = await readFile(join(build, normalize(pathname))).catch(() => undefined);
    if (file === undefined) return response.writeHead(404).end();
    const [, ending = ''] = /(\.\w+)$/.exec(pathname) ?? [];
    return response.setHeader('content-type', types[ending] ?? 'application/octet-stream').end(file);
  });
  await new Promise((resolve) =>
    server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => resolve(undefined)),
  );
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const release = () => {
    const [next] = waiting;
    next?.();
  };
  return { url: `http://127.0.0.1:${port}/`, release, close: () => server.close() };
};

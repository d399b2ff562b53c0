import { once } from 'node:events';
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
 * Serves a page with the built element, and an API with one class. A request for new progress is answered with one
 * changed cell.
 * @param {{ build: string, together: boolean }} options
 * @returns {Promise<{ url: string, asked: () => Promise<void>, release: () => void, close: () => void }>} `asked`
 *   resolves when a request waits for its answer, and `release` sends the oldest waiting answer
 */
export const servePage = async ({ build, together }) => {
  const answer = aClass({ together });
  const opening = { told: JSON.stringify(answer), counted: JSON.stringify(counted(answer)) };
  let turn = 0;
  /** Responses that wait for `release`, the oldest first. A closed connection removes its response. */
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
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const release = () => {
    const [next] = waiting;
    next?.();
  };
  const asked = async () => {
    while (waiting.size === 0) await once(server, 'request');
  };
  return { url: `http://127.0.0.1:${port}/`, asked, release, close: () => server.close() };
};

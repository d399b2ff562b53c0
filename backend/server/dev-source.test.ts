import { describe, expect, it } from 'vitest';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { startAnsweringServer } from '../testing/servers.ts';
import { createTestApi } from '../testing/test-api.ts';
import { closeAfterAll } from '../testing/test-database.ts';
import { sourceOf } from './demo-server.ts';
import { createDevSource } from './dev-source.ts';

const publicUrl = 'http://localhost:4173';
const devServer = startAnsweringServer(({ url: { pathname, search }, headers }) => {
  if (pathname.startsWith('/@documents/')) {
    return { body: `<!doctype html><script>start()</script><a href="${publicOriginMark}${pathname}"></a>` };
  }
  const sent = { 'content-type': 'text/javascript', etag: 'W/"1"', 'x-other': 'yes' };
  if (headers['if-none-match'] === sent.etag) return { status: 304, headers: sent };
  return { headers: sent, body: `${pathname}${search} for ${headers.accept}` };
});
const source = createDevSource((await closeAfterAll(devServer)).url, publicUrl);
const test = await closeAfterAll(createTestApi({ network: { publicUrl }, site: { source } }));

const ask = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe('a server with Vite’s dev server', () => {
  it('sends a page in the visitor’s language, with its own origin and hashes of its inline code', async () => {
    const answer = await ask('/signin', { cookie: 'lang=fr' });
    expect(answer.body).toContain(`href="${publicUrl}/@documents/fr/signIn"`);
    expect(answer.headers['content-language']).toBe('fr');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
  });

  it('sends a module to every origin, with the headers that Vite chose', async () => {
    const answer = await ask('/src/ui/form.tsx?t=1', { accept: 'text/css', cookie: 'lang=fr' });
    expect(answer.body).toBe('/src/ui/form.tsx?t=1 for text/css');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript',
      etag: 'W/"1"',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.headers['x-other']).toBeUndefined();
    expect((await ask('/@vite/client', { 'if-none-match': 'W/"1"' })).statusCode).toBe(304);
  });

  it('redirects an unknown address as with a build', async () => {
    expect((await ask('/unknown')).statusCode).toBe(302);
  });
});

describe('the address of a document of the demo partner', () => {
  it.each([
    ['/', '/demo/index.html'],
    ['/?lang=fr', '/demo/index.html?lang=fr'],
    ['/stores.html?way=a', '/demo/stores.html?way=a'],
    ['/class', '/demo/class.html'],
    ['/demo/page.ts', '/demo/page.ts'],
    ['/@vite/client', '/@vite/client'],
  ])('reads %s from %s of the dev server', (url, source) => {
    expect(sourceOf(url)).toBe(source);
  });
});

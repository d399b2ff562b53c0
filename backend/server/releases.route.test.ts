import { dirname, join } from 'node:path';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildFolder, builtVersion } from '../testing/server-process.ts';
import { createTestApi } from '../testing/test-api.ts';
import { closeAfterAll } from '../testing/test-database.ts';
import { BundleError, keptFiles, readVersion } from './built-files.ts';

const other = '0.0.9-9f8e7d6c';
const built = buildFolder();
const kept = mkdtempSync(join(tmpdir(), 'kept-'));

/** Writes a file as `npm run keep-release` does. */
const keep = (file: string, text: string): void => {
  mkdirSync(dirname(join(kept, file)), { recursive: true });
  writeFileSync(join(kept, file), text);
};

keep(`elements/${other}/loader.js`, 'another loader');
keep('elements/chunks/gone-0a1b2c3d.js', 'an earlier chunk');
keep('assets/gone-Bj2LblBN.js', 'an earlier script');
const test = await closeAfterAll(createTestApi({ site: { built, keptReleases: kept } }));

const get = (url: string) => test.app.inject({ method: 'GET', url });
const forEver = 'public, max-age=31536000, immutable';

describe('a pinned release', () => {
  it('serves the current release and each kept one at its own address', async () => {
    expect((await get(`/elements/${builtVersion}/loader.js`)).body).toBe((await get('/elements/loader.js')).body);
    const pinned = await get(`/elements/${other}/loader.js`);
    expect([pinned.body, pinned.headers['cache-control']]).toEqual(['another loader', forEver]);
  });

  it('answers 404 for a release that is not kept, and lets no cache store the answer', async () => {
    const answer = await get('/elements/0.0.8-ffffffff/loader.js');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    // Without this header a browser would report a CORS error to the partner instead.
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

it('serves the guide for developers with the address of this portal, for pasting', async () => {
  const own = buildFolder();
  copyFileSync('docs/partners/tag-and-package.md', join(own, 'elements/tag-and-package.md'));
  const publicUrl = 'https://play.numeria.example';
  const { app, close } = await createTestApi({ network: { publicUrl }, site: { built: own } });
  const { body } = await app.inject('/elements/tag-and-package.md');
  expect(body).toContain(`src="${publicUrl}/elements/loader.js"`);
  expect(body).not.toContain('portal.example');
  await close();
});

describe('a page of another release', () => {
  it.each([
    ['/elements/chunks/gone-0a1b2c3d.js', 'an earlier chunk'],
    ['/assets/gone-Bj2LblBN.js', 'an earlier script'],
  ])('gets the file %s that this build does not have', async (path, text) => {
    const answer = await get(path);
    expect([answer.body, answer.headers['cache-control']]).toEqual([text, forEver]);
  });

  it('gets no hidden file', async () => {
    keep('elements/.git/config', 'hidden');
    keep(`elements/${other}/.env`, 'hidden');
    const paths = ['/elements/.git/config', `/elements/${other}/.env`, '/elements/%2egit/config'];
    expect((await Promise.all(paths.map(get))).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });

  it('gets the files of a release that was deployed after the start of this process', async () => {
    expect((await get('/assets/new-Ab3LblBN.js')).statusCode).toBe(404);
    keep('assets/new-Ab3LblBN.js', 'a later script');
    expect((await get('/assets/new-Ab3LblBN.js')).body).toBe('a later script');
  });

  it('gets the element of this release under a plain name, which is cached for minutes', async () => {
    keep('elements/0.0.7-aaaaaaaa/loader.js', 'a later loader');
    const answer = await get('/elements/loader.js');
    expect([answer.body, answer.headers['cache-control'] === forEver]).toEqual(['', false]);
  });
});

it('serves the files of its start while and after a build replaces them, and the hashed files of that build', async () => {
  const own = buildFolder();
  const paths = [
    'elements/loader.js',
    `elements/${builtVersion}/loader.js`,
    'elements/chunks/sign-in-DaCWor9G.js',
    'assets/index-Bj2LblBN.js',
    // Another spelling of the same address.
    'elements/%6coader.js',
  ];
  writeFileSync(join(own, 'elements/loader.js'), 'a loader');
  writeFileSync(join(own, 'elements/loader.js.br'), brotliCompressSync('a loader'));
  writeFileSync(join(own, 'elements/chunks/sign-in-DaCWor9G.js'), 'a chunk');
  const { app, close } = await createTestApi({ site: { built: own } });
  const answers = () =>
    Promise.all(
      paths.flatMap((path) =>
        (['GET', 'HEAD'] as const).map(async (method) => {
          const headers = { 'accept-encoding': 'br', range: 'bytes=0-' };
          const { statusCode, headers: sent, rawPayload } = await app.inject({ method, url: `/${path}`, headers });
          const { date: _date, 'x-request-id': _id, ...others } = sent;
          return { path, statusCode, others, body: rawPayload.toString('base64') };
        }),
      ),
    );
  const before = await answers();
  expect(before[0]).toMatchObject({ statusCode: 200, others: { 'content-encoding': 'br', vary: 'accept-encoding' } });
  for (const folder of ['elements', 'site/assets']) rmSync(join(own, folder), { recursive: true });
  expect(await answers()).toEqual(before);
  mkdirSync(join(own, 'elements/chunks'), { recursive: true });
  writeFileSync(join(own, 'elements/loader.js'), 'a later loader');
  writeFileSync(join(own, 'elements/chunks/later-0a1b2c3d.js'), 'a later chunk');
  expect(await answers()).toEqual(before);
  expect((await app.inject('/elements/chunks/later-0a1b2c3d.js')).body).toBe('a later chunk');
  await close();
});

describe('the server names the wrong folder', () => {
  it('names RELEASES_DIR when nothing was kept there', async () => {
    await expect(keptFiles('/nowhere')).rejects.toThrow(
      new BundleError('RELEASES_DIR names /nowhere, but /nowhere/assets is not there. Run: npm run keep-release'),
    );
  });

  it('names a build without elements', async () => {
    await expect(readVersion('/nowhere')).rejects.toThrow(/^\/nowhere holds no built elements/);
  });
});

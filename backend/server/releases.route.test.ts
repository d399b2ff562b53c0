import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFolder, builtVersion } from '../testing/build-folder.ts';
import { createTestApp } from '../testing/test-app.ts';
import { BundleError } from './bundle-stamp.ts';
import { readReleases } from './releases.ts';

const earlier = '0.0.9-9f8e7d6c';
const built = buildFolder();
const kept = mkdtempSync(join(tmpdir(), 'kept-'));
const copy = join(kept, 'november');
let test: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  await cp(join(built, 'elements'), copy, { recursive: true });
  writeFileSync(join(copy, 'release.json'), JSON.stringify({ version: earlier, integrity: {} }));
  writeFileSync(join(copy, 'loader.js'), 'earlier');
  writeFileSync(join(copy, 'chunks/gone-0a1b2c3d.js'), 'an earlier chunk');
  // A release may already be in its folder under its own version.
  await cp(join(built, 'elements'), join(kept, 'today'), { recursive: true });
  test = await createTestApp({ site: { built, keptReleases: kept } });
});
afterAll(async () => {
  await test.close();
  for (const folder of [built, kept]) rmSync(folder, { recursive: true });
});

const get = (url: string) => test.app.inject({ method: 'GET', url });

describe('a pinned release', () => {
  it('serves the current release and each kept one at its own address', async () => {
    expect((await get(`/elements/${builtVersion}/loader.js`)).body).toBe((await get('/elements/loader.js')).body);
    const pinned = await get(`/elements/${earlier}/loader.js`);
    expect([pinned.body, pinned.headers['cache-control']]).toEqual(['earlier', 'public, max-age=31536000, immutable']);
  });

  it('answers 404 for a release that is not kept, and lets no cache store the answer', async () => {
    const answer = await get('/elements/0.0.8-ffffffff/loader.js');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    // Without this header a browser would report a CORS error to the partner instead.
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

it('serves an open page the chunks of the build that it came from', async () => {
  expect((await get('/elements/chunks/gone-0a1b2c3d.js')).body).toBe('an earlier chunk');
});

describe('the server names the wrong folder', () => {
  it('names a kept folder that is not a release', async () => {
    const folder = join(kept, 'holiday-pictures');
    await mkdir(folder);
    const reading = readReleases(join(built, 'elements'), kept);
    await expect(reading).rejects.toThrow(
      new BundleError(`${folder} holds no built elements: its release.json is missing or wrong.`),
    );
    rmSync(folder, { recursive: true });
  });

  it('names a missing folder of kept releases', async () => {
    await expect(readReleases(join(built, 'elements'), '/nowhere')).rejects.toThrow(/^RELEASES_DIR names \/nowhere/);
  });
});

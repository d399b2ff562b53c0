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
  // What is a release under its address already may lie there too.
  await cp(join(built, 'elements'), join(kept, 'today'), { recursive: true });
  test = await createTestApp({ built, keptReleases: kept });
});
afterAll(async () => {
  await test.close();
  for (const folder of [built, kept]) rmSync(folder, { recursive: true });
});

const get = (url: string) => test.app.inject({ method: 'GET', url });

describe('a pinned release', () => {
  it('is at its own address, this one and each that the operator keeps', async () => {
    expect((await get(`/elements/${builtVersion}/loader.js`)).body).toBe((await get('/elements/loader.js')).body);
    const pinned = await get(`/elements/${earlier}/loader.js`);
    expect([pinned.body, pinned.headers['cache-control']]).toEqual(['earlier', 'public, max-age=31536000, immutable']);
  });

  it('that nobody keeps is not found, and the answer is kept by nobody', async () => {
    const answer = await get('/elements/0.0.8-ffffffff/loader.js');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    // Without it a browser would tell the partner of CORS instead.
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

it('a page that was opened before still gets the chunks that it was made with', async () => {
  expect((await get('/elements/chunks/gone-0a1b2c3d.js')).body).toBe('an earlier chunk');
});

describe('the server says which folder is wrong', () => {
  it('when one of the kept is no release', async () => {
    const folder = join(kept, 'holiday-pictures');
    await mkdir(folder);
    const reading = readReleases(join(built, 'elements'), kept);
    await expect(reading).rejects.toThrow(
      new BundleError(`${folder} holds no built elements: its release.json is missing or wrong.`),
    );
    rmSync(folder, { recursive: true });
  });

  it('when they are not there at all', async () => {
    await expect(readReleases(join(built, 'elements'), '/nowhere')).rejects.toThrow(/^RELEASES_DIR names \/nowhere/);
  });
});

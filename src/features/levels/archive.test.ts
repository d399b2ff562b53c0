import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { archiveFiles } from '../../contracts/calls/levels.ts';
import { fail } from '../../lib/result.ts';
import { archiveOf, entryNames, fetchLevels } from './archive.ts';
import { zipEntries } from './testing/zip-entries.ts';

const nasty = fc.constantFrom(
  '..',
  '../../etc/passwd',
  '..\\..\\windows',
  '/root',
  'C:\\boot',
  '\\\\host\\share',
  'a/../b',
  'a\0b',
  '.',
  '',
  '.ssh',
  'NUL',
  'con.txt',
  'a:b',
  'A',
  'a',
  'A-2',
  'a-2',
);
const names = fc.array(fc.oneof(nasty, fc.string(), fc.string({ unit: 'binary' })), { maxLength: 12 });

describe('an archive', () => {
  it('always unzips inside its folder', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (all) => {
        const files = all.map((name, place) => ({ name, content: new Blob([`level ${place}`]) }));
        const entries = await zipEntries(await archiveOf(files));
        expect(entries.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(all.map((_, n) => `level ${n}`));
        for (const { name } of entries) {
          expect(posix.dirname(posix.resolve('/folder', name))).toBe('/folder');
          expect(win32.dirname(win32.resolve('C:\\folder', name))).toBe('C:\\folder');
          expect(name).toMatch(/^[\w-][\w.-]*\.json$/);
          expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./i);
        }
        expect(new Set(entries.map(({ name }) => name.toLowerCase())).size).toBe(all.length);
      }),
    );
  });

  it('keeps the name of a level', () => {
    expect(entryNames(['bridge__a1b2', '0-x.y', 'Same', 'same'])).toEqual([
      'bridge__a1b2.json',
      '0-x.y.json',
      'Same.json',
      'same-2.json',
    ]);
  });

  it('rejects more levels than an archive can contain before it downloads anything', async () => {
    const levels = { find: vi.fn(), read: vi.fn() };
    const names = Array.from({ length: archiveFiles + 1 }, (_, place) => `level-${place}`);
    const search = { levels, names, key: null, signal: new AbortController().signal };
    expect(await fetchLevels(search, () => {})).toEqual(fail('PAYLOAD_TOO_LARGE'));
    expect(levels.find).not.toHaveBeenCalled();
    expect(levels.read).not.toHaveBeenCalled();
  });
});

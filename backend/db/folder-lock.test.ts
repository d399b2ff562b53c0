import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderError, lockFolder } from './data-folder.ts';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const addDatabase = (name = 'database') => {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'PG_VERSION'), '17\n');
};

describe('the lock of a data folder', () => {
  it('admits one at a time', () => {
    const first = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(/Another server/);
    first.release();
    lockFolder(folder).release();
  });

  it.each(['database', 'database.making'])(
    'admits nobody while its file is missing beside a %s, until the holder releases it',
    (name) => {
      const first = lockFolder(folder);
      addDatabase(name);
      rmSync(lock);
      for (let time = 0; time < 2; time += 1) expect(() => lockFolder(folder)).toThrow(DataFolderError);
      expect(existsSync(lock)).toBe(false);
      first.release();
      lockFolder(folder).release();
    },
  );

  it('is taken again when a person confirms by an empty file that no server runs', () => {
    addDatabase();
    expect(() => lockFolder(folder)).toThrow(lock);
    writeFileSync(lock, '');
    lockFolder(folder).release();
  });

  it('is created with a folder that has no database', () => {
    mkdirSync(join(folder, 'database'));
    lockFolder(folder).release();
    lockFolder(join(folder, 'new')).release();
  });
});

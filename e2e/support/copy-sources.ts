import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folders = ['backend', 'demo', 'elements', 'emulators', 'host-site', 'locales', 'scripts', 'src'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Copies the sources of the product into a temporary folder, so that a test can change them. Returns the folder; the
 * caller removes it.
 * @param others further files and folders
 */
export const copySources = (others: readonly string[]): string => {
  const copy = mkdtempSync(join(tmpdir(), 'maths-portal-copy-'));
  for (const path of [...folders, ...files, ...others]) cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
};

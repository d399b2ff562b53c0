import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** @param {string} folder @param {string[]} args @returns {string} what git prints; empty when it fails */
const git = (folder, ...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

/**
 * Returns the newest tag `v…` before this commit. Before the first tag, returns the oldest commit with today's packages.
 * @param {string} [folder]
 * @returns {string | null} null when the history contains neither: in a tarball, in a clone of the newest commit alone, or
 * when this commit changed the packages
 */
export const previousRelease = (folder = '.') => {
  const tag = git(folder, 'describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^');
  if (tag !== '') return tag;
  const commit = git(folder, 'log', '-1', '--format=%H', '--', 'package-lock.json');
  return commit === '' || commit === git(folder, 'rev-parse', 'HEAD') ? null : commit;
};

/** @param {string} folder */
const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

/**
 * Writes the files of a commit into a folder. Links the installed packages, or installs the commit's own if they differ.
 * @param {string} commit @param {string} folder
 */
export const checkOut = (commit, folder) => {
  mkdirSync(folder);
  const files = execFileSync('git', ['archive', commit], { maxBuffer: Number.MAX_SAFE_INTEGER });
  execFileSync('tar', ['-x'], { cwd: folder, input: files });
  if (lockOf(folder) === lockOf('.')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci'], { cwd: folder });
};

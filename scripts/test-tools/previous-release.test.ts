import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { previousRelease } from './previous-release.mjs';

describe('the previous release', () => {
  let folder: string;
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, env: { PATH: process.env['PATH'] }, encoding: 'utf8' }).trim();
  const commit = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text);
    git('add', file);
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', text);
    return git('rev-parse', 'HEAD');
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'previous-release-'));
    git('init', '--quiet');
    commit('package-lock.json', 'old packages');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is the newest tag before this commit', () => {
    git('tag', 'v0.1.0');
    commit('a.ts', 'one');
    git('tag', 'v0.2.0');
    commit('package-lock.json', 'new packages');
    commit('a.ts', 'two');
    git('tag', 'v0.3.0');
    expect(previousRelease(folder)).toBe('v0.2.0');
  });

  it('is the oldest commit with the same packages before the first tag', () => {
    const oldest = commit('package-lock.json', 'new packages');
    commit('a.ts', 'one');
    commit('a.ts', 'two');
    expect(previousRelease(folder)).toBe(oldest);
  });

  it('is missing when this commit changed the packages', () => {
    commit('package-lock.json', 'new packages');
    expect(previousRelease(folder)).toBeNull();
  });

  it('is missing in a clone of the newest commit alone', () => {
    commit('a.ts', 'one');
    const clone = join(folder, 'clone');
    git('clone', '--quiet', '--depth=1', `file://${folder}`, clone);
    expect(previousRelease(clone)).toBeNull();
  });

  it('is missing without a Git history', () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(previousRelease(folder)).toBeNull();
  });
});

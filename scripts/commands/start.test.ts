import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Runs a command of package.json. */
const runCommand = (command: string, variables: Record<string, string>, file = `scripts/commands/${command}.ts`) =>
  spawnSync(process.execPath, ['scripts/commands/run.mjs', file, 'find-user', 'U1'], {
    env: { PATH: process.env['PATH'], ...variables },
    encoding: 'utf8',
    timeout: 20_000,
  });

it('names the configuration error before npm start builds anything', () => {
  const variables = { APP_MODE: 'production', PLAYFAB_TITLE_ID: 'A1B2C', BUILD_FOLDER: 'dist-test-none' };
  const { status, stdout, stderr } = runCommand('start', variables);
  expect([status, stdout]).toEqual([1, '']);
  const [first, ...problems] = stderr.trim().split('\n');
  expect(first).toBe('The configuration is not complete:');
  expect(problems).toContainEqual(expect.stringMatching(/^ {2}VITE_PARTNERS is missing: /));
}, 30_000);

it.each(['start', 'doctor'])(
  'names a mode that does not exist once in npm run %s, and says nothing about another mode',
  (command) => {
    const { status, stdout, stderr } = runCommand(command, { APP_MODE: 'prod' });
    const sentence = '\nAPP_MODE must be "production", "development" or absent, not "prod".\n';
    expect([status, stdout, stderr]).toEqual([1, '', sentence]);
  },
  30_000,
);

it.each([
  ['start', undefined],
  ['build', undefined],
  ['doctor', undefined],
  ['admin', 'backend/admin/main.ts'],
])(
  'refuses a secret in a variable that everybody can read in npm run %s',
  (command, file) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'start-'));
    const variables = { VITE_BRAND_NAME: 'sk_live_0123456789', BUILD_FOLDER: 'dist-test-none', DATA_DIR };
    const { status, stdout, stderr } = runCommand(command, variables, file);
    expect(status).toBe(1);
    expect(stdout + stderr).toContain('VITE_BRAND_NAME holds a secret; ');
    expect(stdout + stderr).not.toContain('sk_live');
  },
  30_000,
);

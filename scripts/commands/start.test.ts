import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('names the configuration error before npm start builds anything', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/commands/run.mjs', 'scripts/commands/start.ts'],
    {
      env: {
        PATH: process.env['PATH'],
        APP_MODE: 'production',
        PLAYFAB_TITLE_ID: 'A1B2C',
        BUILD_FOLDER: 'dist-test-none',
      },
      encoding: 'utf8',
      timeout: 20_000,
    },
  );
  expect([status, stdout]).toEqual([1, '']);
  const [first, ...problems] = stderr.trim().split('\n');
  expect(first).toBe('The configuration is not complete:');
  expect(problems).toContainEqual(expect.stringMatching(/^ {2}VITE_PARTNERS is missing: /));
}, 30_000);

it('names a mode that does not exist once, in npm run doctor too, and says nothing about another mode', () => {
  for (const command of ['start', 'doctor']) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/commands/run.mjs', `scripts/commands/${command}.ts`],
      {
        env: { PATH: process.env['PATH'], APP_MODE: 'prod' },
        encoding: 'utf8',
      },
    );
    const sentence = '\nAPP_MODE must be "production", "development" or absent, not "prod".\n';
    expect([status, stdout, stderr]).toEqual([1, '', sentence]);
  }
}, 30_000);

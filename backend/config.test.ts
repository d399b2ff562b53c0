import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { isOpen, startServer } from './testing/server-process.ts';

const random = (seed: string): string => `${seed}-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu`;
const complete = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://portal.maths-school.org',
  DATABASE_URL: 'postgres://portal:pw@db.internal:5432/portal',
  PLAYFAB_TITLE_ID: 'AB12C',
  PLAYFAB_SECRET_KEY: random('title'),
  PLAYFAB_FUNCTION_SECRETS: `${random('one')},${random('two')}`,
  SMTP_URL: 'smtps://portal:pw@smtp.maths-school.org',
  MAIL_FROM: 'Numeria <no-reply@maths-school.org>',
};
const required = Object.keys(complete).filter((name) => name !== 'APP_MODE');

const problemsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};
const namesIn = (problems: readonly string[]): (string | undefined)[] => problems.map((line) => line.split(' ')[0]);

describe('production', () => {
  it('starts complete', () => {
    expect(loadConfig(complete)).toMatchObject({ mode: 'production', database: { kind: 'postgres' } });
  });

  it.each(required)('without %s does not start: exit code 1, its name, no port opened', async (name) => {
    const server = await startServer({ ...complete, [name]: '' });
    let isRunning = true;
    const ended = server.exited.finally(() => {
      isRunning = false;
    });
    let wasOpen = false;
    while (isRunning && !wasOpen) {
      wasOpen = await isOpen(server.port);
      await setTimeout(10);
    }
    expect([await ended, wasOpen]).toEqual([1, false]);
    const [, ...problems] = server.output().trim().split('\n');
    expect(namesIn(problems.map((line) => line.trim()))).toEqual([name]);
  });

  it('names every wrong variable at once, and no value', () => {
    const problems = problemsOf({ APP_MODE: 'production', PLAYFAB_SECRET_KEY: 'hunter2' });
    expect(namesIn(problems).sort()).toEqual([...required].sort());
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each([
    ['PUBLIC_URL', 'http://portal.maths-school.org'],
    ['PUBLIC_URL', 'https://localhost'],
    ['PUBLIC_URL', 'https://portal.numeria.example'],
    ['PUBLIC_URL', 'https://portal.maths-school.org/path'],
    ['DATABASE_URL', 'mysql://a@b/c'],
    ['PLAYFAB_TITLE_ID', 'MATHS'],
    ['PLAYFAB_SECRET_KEY', 'change-me-change-me-change-me-change-me'],
    ['PLAYFAB_SECRET_KEY', 'a'.repeat(40)],
    ['PLAYFAB_FUNCTION_SECRETS', `${random('one')},short`],
    ['PLAYFAB_FUNCTION_SECRETS', `${random('one')},${random('one')}`],
    ['SMTP_URL', 'https://smtp.maths-school.org'],
    ['MAIL_FROM', 'no-reply@numeria.example'],
    ['TRUST_PROXY', 'true'],
    ['VITE_DEMO_ORIGIN', 'http://127.0.0.1:4174'],
    ['VITE_PARTNERS', 'shop=http://shop.maths-school.org'],
    ['VITE_PARTNERS', 'shop=https://localhost'],
  ])('refuses an example or a weak value of %s', (name, value) => {
    expect(namesIn(problemsOf({ ...complete, [name]: value }))).toEqual([name]);
  });
});

describe('development', () => {
  it('needs nothing and stays on this machine', () => {
    expect(loadConfig({})).toMatchObject({
      mode: 'development',
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4173',
      database: { kind: 'embedded', folder: '.data' },
      trustProxy: [],
    });
  });

  it('asks at which origin it is opened when other machines reach it', () => {
    expect(namesIn(problemsOf({ HOST: '0.0.0.0' }))).toEqual(['PUBLIC_URL']);
    expect(loadConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.0.2.7:4173' }).host).toBe('0.0.0.0');
  });

  it('is not half production', () => {
    const { APP_MODE: _mode, PLAYFAB_TITLE_ID: _title, MAIL_FROM: _from, ...rest } = complete;
    expect(namesIn(problemsOf(rest)).sort()).toEqual(['PLAYFAB_FUNCTION_SECRETS', 'PLAYFAB_SECRET_KEY', 'SMTP_URL']);
  });

  it('refuses a mode that it does not know', () => {
    expect(namesIn(problemsOf({ APP_MODE: 'prod' }))).toEqual(['APP_MODE']);
  });
});

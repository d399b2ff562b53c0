import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApi } from '../testing/test-api.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';

const secrets = ['parent@home.example', 'tok_abcdefghijklmnopqrstuvwxyz', 'my long password', '203.0.113.9'];
const [email = '', token = '', password = '', ip = ''] = secrets;

const createLog = () => {
  const lines: string[] = [];
  return { lines, logger: createLogger('debug', {}, { write: (line: string) => void lines.push(line) }) };
};
const expectNoSecret = (lines: readonly string[]): void => {
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
};

describe('a log line', () => {
  it('contains an error’s kind and place, but not its message, which may quote personal data', () => {
    const { lines, logger } = createLog();
    const err = Object.assign(new TypeError(`duplicate key (email)=(${email}) ${token}`), {
      code: '23505',
      detail: email,
    });
    logger.error({ err }, 'broken');
    expectNoSecret(lines);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { type: 'TypeError', code: '23505' }, msg: 'broken' });
    expect(lines[0]).toContain('log.test.ts');
  });

  it('is one line of JSON with the time, also for a value with line breaks', () => {
    const { lines, logger } = createLog();
    logger.info({ route: 'unknown\r\n{"msg":"forged"}' }, 'answered\nagain');
    const [line = '', ...more] = lines
      .join('')
      .trimEnd()
      .split(/[\r\n]+/);
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), msg: 'answered\nagain' });
  });

  it.each<[string, (logger: Logger) => void, string]>([
    ['an empty text', (logger) => logger.info(''), 'an event occurred'],
    ['fields alone', (logger) => logger.info({ kept: 1 }), 'an event occurred'],
    ['fields and an empty text', (logger) => logger.warn({ kept: 1 }, ''), 'an event occurred'],
    ['an error alone', (logger) => logger.error(new Error(email)), 'an error occurred'],
    ['an error without a message', (logger) => logger.error({ err: new AggregateError([]) }, ''), 'an error occurred'],
    ['an error among fields', (logger) => logger.error({ err: new Error(token) }), 'an error occurred'],
  ])('has a message also for %s, which is never that of the error', (_case, write, msg) => {
    const { lines, logger } = createLog();
    write(logger);
    expectNoSecret(lines);
    expect(JSON.parse(lines.join(''))).toMatchObject({ msg });
  });

  it('removes fields that are named like a secret or a person, also one level deeper', () => {
    const { lines, logger } = createLog();
    logger.info({ token, password, email, to: email, ip, url: `/?token=${token}`, kept: 1 }, 'flat');
    logger.info({ event: { kind: 'login', token, email, ip, headers: { authorization: token } } }, 'deep');
    expectNoSecret(lines);
    expect(lines[0]).toContain('"kept":1');
    expect(lines[1]).toContain('"kind":"login"');
  });

  it('contains the route’s pattern of a request, but no query, address, key or input; the same holds for metrics', async () => {
    const { lines, logger } = createLog();
    const metrics = createMetrics();
    const test = await createTestApi({
      monitoring: { logger, metrics },
      mountTools: async (app) => {
        app.get('/broken/:secret', async () => {
          throw new Error(`${email} ${token}`);
        });
      },
    });
    onTestFinished(test.close);
    const sent = {
      headers: { authorization: `Bearer ${token}`, cookie: `a=${token}`, referer: `/${token}` },
      remoteAddress: ip,
    };
    for (const url of [
      `/signin?token=${token}&email=${email}`,
      `/nothing/${token}`,
      `/broken/${token}?p=${email}`,
      `/schoolzone/teacher/classroom/${token}/`,
      `/api/schoolzone/classrooms/${token}/detailed?since=${token}`,
      `/api/admin/levels/${token}.json?expires=1&signature=${token}`,
    ]) {
      await test.app.inject({ method: 'GET', url, ...sent });
    }
    // A proxy asks twice a second, so this leaves a line only for LOG_LEVEL=debug.
    await test.app.inject('/healthz');
    const payload = { token, password };
    await test.app.inject({ method: 'POST', url: `/api/user/password-reset?x=${token}`, payload, ...sent });
    expectNoSecret([...lines, await metrics.text()]);
    const routes = lines.map((line) => JSON.parse(line)).filter(({ msg, level }) => msg === 'answered' && level > 20);
    expect(routes.map(({ route, status }) => [route, status])).toEqual([
      ['/signin', 200],
      ['unknown', 302],
      ['/broken/:secret', 500],
      ['/schoolzone/teacher/classroom/:id/', 308],
      ['/api/schoolzone/classrooms/:id/detailed', 404],
      ['/api/admin/levels/:file', 410],
      ['/api/user/password-reset', expect.any(Number)],
    ]);
  });
});

describe('the output of the log', () => {
  /** Starts a process that logs `last line` and then does this. */
  const start = (then: string) => {
    const module = JSON.stringify(new URL('log.ts', import.meta.url));
    const program = `const { createLogger } = await import(${module}); createLogger('info').info('last line'); ${then}`;
    return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  };

  it.each([
    ['exits', 'process.exit()'],
    ['fails', 'throw new Error()'],
    ['ends', ''],
  ])('contains the last line of a process that %s', async (_, then) => {
    expect(await text(start(then).stdout)).toContain('"msg":"last line"');
  });
});

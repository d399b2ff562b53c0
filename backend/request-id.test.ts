import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { enqueue } from './domain/jobs/jobs.ts';
import type { JobHandlers } from './domain/jobs/worker.ts';
import { createLogger } from './server/log.ts';
import { closeAfterAll, createFakeClock, createTestDatabase } from './testing/test-database.ts';
import { createTestWorker } from './testing/jobs.ts';
import { createTestApi } from './testing/test-api.ts';
import { currentRequestId, requestIdOf, runForRequest } from './request-id.ts';

/** Sends JSON in parts, which the server receives one by one. */
const postInParts = async (url: string, headers: Record<string, string>, parts: readonly string[]) => {
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
  const answered = once(sent, 'response');
  for (const part of parts) await new Promise((resolve) => sent.write(part, resolve));
  sent.end();
  const [answer]: IncomingMessage[] = await answered;
  if (answer === undefined) throw new Error('no answer');
  return { headers: answer.headers, body: await json(answer) };
};

describe('a request', async () => {
  const lines: string[] = [];
  const logger = createLogger('debug', {}, { write: (line: string) => void lines.push(line) });
  const mountTools = async (app: FastifyInstance) => {
    app.post('/echo', async () => ({ requestId: currentRequestId() }));
    app.post('/broken', async () => {
      throw new Error('broken');
    });
  };
  const test = await closeAfterAll(createTestApi({ monitoring: { logger }, mountTools }));
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  beforeEach(() => void lines.splice(0));

  const post = (path: string, headers: Record<string, string> = {}, body = '{}') =>
    fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it('gets back its id, which its handler knows behind a body that arrives in parts', async () => {
    const answer = await postInParts(`${origin}/echo`, { 'x-request-id': 'caller-id-1' }, ['{"a":', '1', '}']);
    expect(answer.body).toMatchObject({ requestId: 'caller-id-1' });
    expect(answer.headers['x-request-id']).toBe('caller-id-1');
  });

  it.each(['', 'short', 'x'.repeat(65), 'parent@home.example', 'two words', 'a1b2c3d4, e5f6g7h8', '<script>'])(
    'keeps the id of its caller, but gets a new one in the place of %j',
    (id) => {
      expect(requestIdOf({ headers: { 'x-request-id': 'x'.repeat(64) } })).toBe('x'.repeat(64));
      expect(requestIdOf({ headers: { 'x-request-id': id } })).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each([
    ['that fails', '/broken', '{}', 500],
    ['whose body is too large', '/broken', `"${'x'.repeat(20_000)}"`, 413],
    ['to nowhere', '/nowhere', '{}', 404],
  ])('has its id in the answer and in every log line, also one %s', async (_case, path, body, status) => {
    const answer = await post(path, { 'x-request-id': 'caller-id-2' }, body);
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([status, 'caller-id-2']);
    await expect.poll(() => lines.join('')).toContain('"msg":"answered"');
    const seen = lines.map((line) => JSON.parse(line));
    expect(seen.map(({ requestId }) => requestId)).toEqual(seen.map(() => 'caller-id-2'));
    if (status === 500) expect(seen.map(({ msg }) => msg)).toEqual(['a call failed', 'answered']);
  });
});

describe('a job', async () => {
  const test = await closeAfterAll(createTestDatabase());
  beforeEach(() => test.database.deleteFrom('jobs').execute());

  const job = { kind: 'sync-customer', payload: { customerId: 'cus_1' } } as const;
  const run = (handler: JobHandlers['sync-customer'], onFailure?: () => void) =>
    createTestWorker({ ...test, clock: createFakeClock() }, { 'sync-customer': handler }, onFailure).runDue();

  it('continues the request that added it, also in the report of a failure', async () => {
    await runForRequest('request-1', () => enqueue(test.database, job));
    const seen: unknown[] = [];
    const note = () => void seen.push(currentRequestId());
    await run(async () => {
      note();
      // A job that a job adds belongs to the same request.
      await enqueue(test.database, { ...job, kind: 'settle-checkout', payload: { userId: 'u' } });
      throw new Error('later');
    }, note);
    expect(seen).toEqual(['request-1', 'request-1']);
    const rows = await test.database.selectFrom('jobs').select('requestId as id').execute();
    expect(rows).toEqual([{ id: 'request-1' }, { id: 'request-1' }]);
  });

  it('does not lend its request to the worker that a request wakes', async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const nowhere = { database: test.database.withSchema('nowhere'), clock: createFakeClock() };
    const worker = createTestWorker(nowhere, {}, () => resolve(currentRequestId()));
    runForRequest('request-2', () => worker.start());
    expect(await promise).toBeNull();
    await worker.stop();
  });
});

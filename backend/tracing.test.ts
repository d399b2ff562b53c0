import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { simulatedPriceId } from '../emulators/stripe/catalog.ts';
import { enqueue } from './domain/outbox/enqueue.ts';
import { createOutboxWorker, type JobHandlers } from './domain/outbox/worker.ts';
import { createPlayfabGateway } from './gateways/playfab.ts';
import { createStripeGateway } from './gateways/stripe.ts';
import { createLogger } from './server/log.ts';
import { outboxRepository } from './store/outbox.repository.ts';
import { createFakeClock } from './testing/fake-clock.ts';
import { idleHandlers } from './testing/idle-handlers.ts';
import { createTestApp } from './testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { currentTrace, newTrace, runWithTrace, type Trace } from './trace.ts';

const ids = (trace: Trace | null) => [trace?.requestId, trace?.traceId];

/** Sends JSON in parts, each of which the server receives by itself. */
const postInParts = async (url: string, headers: Record<string, string>, parts: readonly string[]) => {
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
  const answered = once(sent, 'response');
  for (const part of parts) await new Promise((resolve) => sent.write(part, resolve));
  sent.end();
  const [answer]: IncomingMessage[] = await answered;
  if (answer === undefined) throw new Error('no answer');
  return { headers: answer.headers, body: await json(answer) };
};

describe('a request', () => {
  const lines: string[] = [];
  let test: Awaited<ReturnType<typeof createTestApp>>;
  let origin: string;
  beforeAll(async () => {
    const logger = createLogger('debug', {}, { write: (line: string) => void lines.push(line) });
    test = await createTestApp({
      monitoring: { logger },
      development: {
        mount: async (app) => {
          app.post('/echo', async () => currentTrace());
          app.post('/broken', async () => {
            throw new Error('broken');
          });
        },
      },
    });
    origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => test.close());
  beforeEach(() => void lines.splice(0));

  const post = (path: string, headers: Record<string, string> = {}, body = '{}') =>
    fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it('gets back its id and trace, which its handler knows behind a body that arrives in parts', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { 'x-request-id': 'caller-id-1', traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const answer = await postInParts(`${origin}/echo`, headers, ['{"a":', '1', '}']);
    expect(answer.body).toMatchObject({ requestId: 'caller-id-1', traceId });
    expect(answer.headers['x-request-id']).toBe('caller-id-1');
    expect(answer.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
  });

  it('keeps its own id among simultaneous requests on shared connections', async () => {
    const sent = Array.from({ length: 40 }, (_, index) => `request-${index}`);
    const answers = sent.map(async (id) => (await post('/echo', { 'x-request-id': id })).json());
    expect((await Promise.all(answers)).map(({ requestId }) => requestId)).toEqual(sent);
  });

  it.each([
    ['that fails', '/broken', '{}', 500],
    ['whose body is no JSON', '/broken', '{', 400],
    ['whose body is too large', '/broken', `"${'x'.repeat(20_000)}"`, 413],
    ['that is refused', '/api/user/integrations', '{}', 405],
    ['to nowhere', '/nowhere', '{}', 404],
  ])('has its id in the answer and in every log line, also one %s', async (_case, path, body, status) => {
    const answer = await post(path, { 'x-request-id': 'caller-id-2' }, body);
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([status, 'caller-id-2']);
    await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('"msg":"answered"');
    const seen = lines.map((line) => JSON.parse(line));
    expect(seen.map(({ requestId, traceId }) => [requestId, /^[0-9a-f]{32}$/.test(traceId)])).toEqual(
      seen.map(() => ['caller-id-2', true]),
    );
    if (status === 500) expect(seen.map(({ msg }) => msg)).toEqual(['a call failed', 'answered']);
  });

  it('gets an id also when it is answered before its route', async () => {
    const answer = await fetch(`${origin}/healthz`);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a job', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  beforeEach(() => test.database.deleteFrom('outbox').execute());

  const job = { kind: 'sync-customer', payload: { customerId: 'cus_1' } } as const;
  const run = async (handler: JobHandlers['sync-customer'], onFailure: () => void = () => undefined) =>
    createOutboxWorker({
      database: test.database,
      clock: createFakeClock(),
      handlers: { ...idleHandlers, 'sync-customer': handler },
      onFailure,
    }).runDue();

  it('continues the trace of the request that added it, also in the report of a failure', async () => {
    const trace = newTrace();
    await runWithTrace(trace, () => enqueue(test.database, job));
    const seen: unknown[] = [];
    const note = () => void seen.push(ids(currentTrace()));
    await run(async () => {
      note();
      // A job that a job adds belongs to the same request.
      await enqueue(test.database, { ...job, kind: 'settle-checkout', payload: { userId: 'u' } });
      throw new Error('later');
    }, note);
    expect(seen).toEqual([ids(trace), ids(trace)]);
    const rows = await test.database.selectFrom('outbox').select(['request_id', 'trace_id']).execute();
    expect(rows).toEqual(
      [trace, trace].map(({ requestId, traceId }) => ({ request_id: requestId, trace_id: traceId })),
    );
  });

  it('has a new trace when an earlier release added it', async () => {
    await outboxRepository(test.database).add({ id: 'old', key: null, notBefore: null, ...job });
    const seen: (Trace | null)[] = [];
    await run(async () => void seen.push(currentTrace()));
    expect(seen).toEqual([expect.objectContaining({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })]);
  });

  it('does not lend its trace to the worker that a request wakes', async () => {
    const { promise, resolve } = Promise.withResolvers<Trace | null>();
    const worker = createOutboxWorker({
      database: test.database.withSchema('nowhere'),
      clock: createFakeClock(),
      handlers: idleHandlers,
      onFailure: () => resolve(currentTrace()),
    });
    runWithTrace(newTrace(), () => worker.start());
    expect(await promise).toBeNull();
    await worker.stop();
  });
});

describe('a call to another service', () => {
  const sent: Headers[] = [];
  const send: typeof fetch = async (_input, init) => {
    sent.push(new Headers(init?.headers));
    return Response.json({ code: 200, data: {} });
  };
  beforeEach(() => void sent.splice(0));

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'PlayFab',
      () =>
        createPlayfabGateway({
          baseUrl: 'https://ab12c.playfabapi.com',
          titleId: 'AB12C',
          secretKey: 'key',
          fetch: send,
        })
          .accountOf('AB')
          .catch(() => undefined),
      'x-secretkey',
    ],
    [
      'Stripe',
      () =>
        createStripeGateway({
          secretKey: 'sk_test_1',
          webhookSecrets: [],
          priceId: simulatedPriceId,
          publicUrl: 'https://portal.maths-school.org',
          fetch: send,
        })
          .checkout('cs_1')
          .catch(() => undefined),
      'authorization',
    ],
  ])('names the request to %s beside the key', async (_service, call, key) => {
    const trace = newTrace();
    await runWithTrace(trace, call);
    const [headers] = sent;
    expect(headers?.get('x-request-id')).toBe(trace.requestId);
    expect(headers?.get('traceparent')).toBe(`00-${trace.traceId}-${trace.spanId}-00`);
    expect(headers?.has(key)).toBe(true);
  });

  it('names nothing outside of a request', async () => {
    await createPlayfabGateway({
      baseUrl: 'https://ab12c.playfabapi.com',
      titleId: 'AB12C',
      secretKey: 'k',
      fetch: send,
    })
      .accountOf('AB')
      .catch(() => undefined);
    expect(sent.map((headers) => headers.has('x-request-id'))).toEqual([false]);
  });
});

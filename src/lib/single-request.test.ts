import { describe, expect, it, vi } from 'vitest';
import { fail, type Result, succeed } from './result.ts';
import { createSingleRequest } from './single-request.ts';

const reports = () => ({ sent: vi.fn(), succeeded: vi.fn(), failed: vi.fn() });
const pending = () => Promise.withResolvers<Result<string>>();

describe('createSingleRequest', () => {
  it('reports that the work has started and what it returned', async () => {
    const request = createSingleRequest();
    const told = reports();
    await request.send(async () => succeed('value'), told);
    expect(told.sent).toHaveBeenCalledOnce();
    expect(told.succeeded).toHaveBeenCalledExactlyOnceWith('value');
    expect(request.isRunning()).toBe(false);
  });

  it('ignores a second call while the first one runs', async () => {
    const request = createSingleRequest();
    const { promise, resolve } = pending();
    const first = request.send(() => promise, reports());
    expect(request.isRunning()).toBe(true);
    const second = reports();
    await request.send(async () => succeed('second'), second);
    expect(second.sent).not.toHaveBeenCalled();
    resolve(succeed('first'));
    await first;
  });

  it('reports a failure for work that throws', async () => {
    const told = reports();
    await createSingleRequest().send(async () => {
      throw new Error('unexpected');
    }, told);
    expect(told.failed).toHaveBeenCalledExactlyOnceWith({ code: 'GENERIC_ERROR' });
  });

  it('aborts the work and reports nothing', async () => {
    const request = createSingleRequest();
    const told = reports();
    const { promise, resolve } = pending();
    let seen: AbortSignal | undefined;
    const sent = request.send((signal) => {
      seen = signal;
      return promise;
    }, told);
    request.abort();
    resolve(fail('TIMEOUT'));
    await sent;
    expect(seen?.aborted).toBe(true);
    expect(told.failed).not.toHaveBeenCalled();
  });
});

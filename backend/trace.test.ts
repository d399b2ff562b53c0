import { describe, expect, it } from 'vitest';
import { currentTrace, newTrace, runWithTrace, traceHeaders, traceOfHeaders } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parent}-01`;

describe('the trace of a request', () => {
  it('continues the caller’s trace with a span of its own', () => {
    const trace = traceOfHeaders({ 'x-request-id': 'a1b2c3d4', traceparent });
    expect(trace).toMatchObject({ requestId: 'a1b2c3d4', traceId, flags: '01' });
    expect(trace.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(trace.spanId).not.toBe(parent);
    expect(traceHeaders(trace)).toEqual({
      'x-request-id': 'a1b2c3d4',
      traceparent: `00-${traceId}-${trace.spanId}-01`,
    });
  });

  it('begins a new trace without these headers', () => {
    const [one, other] = [traceOfHeaders({}), traceOfHeaders({})];
    expect(one.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(one.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(one.flags).toBe('00');
    expect([one.requestId, one.traceId]).not.toEqual([other.requestId, other.traceId]);
  });

  it.each(['a1b2c3d4', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'.repeat(64)])(
    'accepts the request id %s',
    (id) => {
      expect(traceOfHeaders({ 'x-request-id': id }).requestId).toBe(id);
    },
  );

  it.each([
    '',
    'short',
    'x'.repeat(65),
    'parent@home.example',
    'two words',
    'a1b2c3d4, e5f6g7h8',
    'ab12\u00e9fgh',
    '<script>',
  ])('replaces the request id %j', (id) => {
    expect(traceOfHeaders({ 'x-request-id': id }).requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['of a later version', `01-${traceId}-${parent}-01`],
    ['of a later version with more fields', `cc-${traceId}-${parent}-01-what-the-future-will-be`],
  ])('continues a trace %s', (_case, header) => {
    expect(traceOfHeaders({ traceparent: header })).toMatchObject({ traceId, flags: '01' });
  });

  it.each([
    ['00', '00'],
    ['02', '00'],
    ['03', '01'],
    ['ff', '01'],
  ])('keeps only the known flag of %s', (flags, kept) => {
    expect(traceOfHeaders({ traceparent: `00-${traceId}-${parent}-${flags}` })).toMatchObject({ traceId, flags: kept });
  });

  it.each([
    ['in capital letters', traceparent.toUpperCase()],
    ['with a forbidden version', `ff-${traceId}-${parent}-01`],
    ['with an empty trace', `00-${'0'.repeat(32)}-${parent}-01`],
    ['with an empty parent', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['with more fields than version 00 has', `${traceparent}-more`],
    ['with a short trace', `00-${traceId.slice(1)}-${parent}-01`],
    ['with a short parent', `00-${traceId}-${parent.slice(1)}-01`],
    ['without flags', `00-${traceId}-${parent}`],
    ['with a space around it', ` ${traceparent}`],
    ['that is repeated', `${traceparent}, ${traceparent}`],
    ['with letters that are no digits', `00-${traceId.replace('4', 'g')}-${parent}-01`],
    ['that is empty', ''],
  ])('begins a new trace for a traceparent %s', (_case, header) => {
    const trace = traceOfHeaders({ traceparent: header });
    expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect([trace.traceId === traceId, trace.flags]).toEqual([false, '00']);
  });
});

it('keeps the traces of work that runs at the same time apart', async () => {
  const traces = Array.from({ length: 20 }, newTrace);
  const seen = traces.map((trace) =>
    runWithTrace(trace, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return currentTrace();
    }),
  );
  expect(await Promise.all(seen)).toEqual(traces);
  expect(currentTrace()).toBeNull();
});

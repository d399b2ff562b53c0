import type { ErrorCode } from '../../contracts/error-codes.ts';

type Fault = {
  answer(signal: AbortSignal): Promise<Response>;
  online: boolean;
  /** The code whose message the visitor must see. */
  code: ErrorCode;
};

const hang = (milliseconds: number, signal: AbortSignal) =>
  new Promise<Response>((resolve, reject) => {
    setTimeout(() => resolve(new Response('{}')), milliseconds);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const body = (text: string, init?: ResponseInit) => Promise.resolve(new Response(text, init));
const failedToFetch = () => Promise.reject(new TypeError('Failed to fetch'));

/** All faults that a call can have, and the code that each of them must produce. */
export const callFaults: Readonly<Record<string, Fault>> = {
  offline: { answer: failedToFetch, online: false, code: 'OFFLINE' },
  'connection reset': { answer: failedToFetch, online: true, code: 'SERVICE_UNAVAILABLE' },
  '500': { answer: () => body('', { status: 500 }), online: true, code: 'SERVICE_UNAVAILABLE' },
  '429': {
    answer: () => body('{}', { status: 429, headers: { 'Retry-After': '40' } }),
    online: true,
    code: 'TOO_MANY_REQUESTS',
  },
  'HTML instead of JSON': {
    answer: () => body('<!doctype html><title>Hotel Wi-Fi</title>', { headers: { 'Content-Type': 'text/html' } }),
    online: true,
    code: 'SERVICE_UNAVAILABLE',
  },
  'empty body': { answer: () => body(''), online: true, code: 'SERVICE_UNAVAILABLE' },
  'half body': { answer: () => body('{"success": tr'), online: true, code: 'SERVICE_UNAVAILABLE' },
  'JSON of another shape': { answer: () => body('[null]'), online: true, code: 'SERVICE_UNAVAILABLE' },
  '20 s hang': { answer: (signal) => hang(20_000, signal), online: true, code: 'TIMEOUT' },
  'body that never ends': {
    answer: () => Promise.resolve(new Response(new ReadableStream())),
    online: true,
    code: 'TIMEOUT',
  },
};

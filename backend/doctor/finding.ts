import { readBody } from '../gateways/read-body.ts';

/**
 * The result of a check in one sentence, without a value that could be a secret. A `note` is neither right nor wrong.
 */
export type Finding = { kind: 'right' | 'wrong' | 'note'; sentence: string };

export const right = (sentence: string): Finding => ({ kind: 'right', sentence });
export const wrong = (sentence: string): Finding => ({ kind: 'wrong', sentence });
export const note = (sentence: string): Finding => ({ kind: 'note', sentence });

export type Check = () => Promise<readonly Finding[]>;

/** Milliseconds for a whole check. Each call has a shorter timeout; this one covers everything else. */
const checkTimeout = 30_000;

/**
 * Runs a check that always ends in findings, even when a service does not answer or the check throws. The error's
 * message is dropped, because it may quote an address that contains a password.
 * @param subject the sentence's first words, such as "The database".
 */
export const checkWithTimeout = async (
  subject: string,
  check: Check,
  limit = checkTimeout,
): Promise<readonly Finding[]> => {
  const { promise: tooLate, resolve } = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => resolve([wrong(`${subject} did not respond within ${limit / 1_000} s.`)]), limit);
  const findings = check().catch((error: unknown) => [
    wrong(`${subject} could not be checked: ${error instanceof Error ? error.name : typeof error}.`),
  ]);
  return Promise.race([findings, tooLate]).finally(() => clearTimeout(timer));
};

const marks: Record<Finding['kind'], string> = { right: '✓', wrong: '✗', note: '·' };

const summary = (wrongs: number): string => {
  if (wrongs === 0) return 'Nothing is wrong.';
  return wrongs === 1 ? 'One thing is wrong.' : `${wrongs} things are wrong.`;
};

/** Formats the findings: a line for each, and the number of problems. */
export const report = (findings: readonly Finding[]): string => {
  const lines = findings.map(({ kind, sentence }) => `${marks[kind]} ${sentence}`);
  const wrongs = findings.filter(({ kind }) => kind === 'wrong').length;
  return `${[...lines, '', summary(wrongs)].join('\n')}\n`;
};

/** Milliseconds for one request. */
const deadline = 5_000;

/** The parts of an answer that the doctor reads; `body` is null when it is not JSON. */
export type ProbeResponse = { status: number; body: unknown; date: Date | null };

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/**
 * Sends a request. @returns null when no answer arrives in time. Redirects are not followed, because the request may
 * carry a key.
 */
export const probe = async (url: string, init: RequestInit, send: typeof fetch): Promise<ProbeResponse | null> => {
  try {
    const response = await send(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(deadline) });
    const text = (await readBody(response)).toString();
    const date = dateOf(response.headers.get('date'));
    return { status: response.status, body: parsed(text), date };
  } catch {
    return null;
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

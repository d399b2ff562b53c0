import { answerTo, jsonOf } from '../gateways/vendor.ts';

/** A check's result in one sentence without a value that could be a secret. A `note` is neither right nor wrong. */
export type Finding = { kind: 'right' | 'wrong' | 'note'; sentence: string };

export const right = (sentence: string): Finding => ({ kind: 'right', sentence });
export const wrong = (sentence: string): Finding => ({ kind: 'wrong', sentence });
export const note = (sentence: string): Finding => ({ kind: 'note', sentence });
/** Returns the first sentence if the condition holds, else the second one. */
export const judge = (isRight: boolean, good: string, bad: string): Finding => (isRight ? right(good) : wrong(bad));

const marks: Record<Finding['kind'], string> = { right: '✓', wrong: '✗', note: '·' };

/** Formats the findings: a line for each, and the number of problems. */
export const report = (findings: readonly Finding[]): string => {
  const lines = findings.map(({ kind, sentence }) => `${marks[kind]} ${sentence}`);
  const wrongs = findings.filter(({ kind }) => kind === 'wrong').length;
  return [...lines, '', wrongs === 0 ? 'Nothing is wrong.' : `To correct: ${wrongs}.`, ''].join('\n');
};

/** The parts of an answer that the doctor reads; `body` is null when it is not JSON. */
export type ProbeResponse = { status: number; body: unknown };

/** @returns null when no answer arrives within 5 s. Redirects are not followed: the request may carry a key. */
export const probe = async (url: string, init: RequestInit, send: typeof fetch): Promise<ProbeResponse | null> => {
  const answer = await answerTo(url, { ...init, redirect: 'manual' }, { fetch: send });
  return answer && { status: answer.status, body: jsonOf(answer.bytes.toString()) ?? null };
};

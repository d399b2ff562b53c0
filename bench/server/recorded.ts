import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Work } from './works.ts';

const statement = z.object({ name: z.string().optional(), text: z.string(), values: z.array(z.unknown()) });

/** The statements of one call in their order, and the `password` that scrypt checked. */
export const recordedCall = z.object({
  statements: z.array(statement),
  password: z.object({ hash: z.string(), typed: z.string() }).nullable(),
});
export type RecordedCall = z.output<typeof recordedCall>;

/** Statements of background tasks, which do not belong to a call. */
const isChore = ({ text }: z.output<typeof statement>): boolean => /\bjobs\b/.test(text);

const statementsOf = (file: string): z.output<typeof statement>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => statement.parse(JSON.parse(line)))
    .filter((one) => !isChore(one));

export type Recording = {
  work: Work;
  port: number;
  count: number;
  /** The file where the server writes its statements (STATEMENTS). */
  statements: string;
  /** The port that receives the calls. */
  to: string;
  /** Returns what scrypt checks in the call of this turn. */
  passwordOf(turn: number): RecordedCall['password'];
};

/** Makes one call after the other, so that each statement can be assigned to its call. */
export const record = async ({ work, port, count, statements, to, passwordOf }: Recording): Promise<void> => {
  const calls: RecordedCall[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    truncateSync(statements);
    await work.call(port, turn);
    calls.push({ statements: statementsOf(statements), password: passwordOf(turn) });
  }
  writeFileSync(to, calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
};

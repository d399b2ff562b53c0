import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Work } from './works.ts';

const statement = z.object({ text: z.string(), values: z.array(z.unknown()) });

/** What one call made PostgreSQL do, in its order; `password`: what argon2 had to check. */
export const recordedCall = z.object({
  statements: z.array(statement),
  password: z.object({ hash: z.string(), typed: z.string() }).nullable(),
});
export type RecordedCall = z.output<typeof recordedCall>;

/** The portal's own business, which no call waits for. */
const isChore = ({ text }: z.output<typeof statement>): boolean => text.includes('"outbox"');

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
  /** Where the server writes its statements: STATEMENTS. */
  statements: string;
  /** Where the calls go. */
  to: string;
  /** What argon2 checks in the call of this turn. */
  passwordOf(turn: number): RecordedCall['password'];
};

/** One call after the other, so that it is known whose each statement is. */
export const record = async ({ work, port, count, statements, to, passwordOf }: Recording): Promise<void> => {
  const calls: RecordedCall[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    truncateSync(statements);
    await work.call(port, turn);
    calls.push({ statements: statementsOf(statements), password: passwordOf(turn) });
  }
  writeFileSync(to, calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
};

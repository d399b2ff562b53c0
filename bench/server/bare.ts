/**
 * Repeats the portal's recorded work in PostgreSQL and scrypt, and nothing else: `bare.ts <database> <file>`. The file
 * has one call per line, as `compare.ts` wrote it. The message `{from, count, hands}` starts that many calls, and a
 * message reports the end.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { z } from 'zod';
import { pgTypes } from '../../backend/db/tables.ts';
import { passwordMatches } from '../../emulators/playfab/secrets.ts';
import type { RecordedCall } from './compare.ts';

const [url, file = ''] = process.argv.slice(2);
const calls = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): RecordedCall => JSON.parse(line));
const order = z.object({ from: z.number(), count: z.number(), hands: z.number() });
// The portal has the same number of connections.
const pool = new pg.Pool({ connectionString: url, types: pgTypes, max: 10 });

const run = async (turn: number): Promise<void> => {
  const call = calls[turn % calls.length];
  if (call === undefined) throw new Error('Nothing was recorded.');
  if (call.password !== null) await passwordMatches(call.password.hash, call.password.typed);
  let held: pg.PoolClient | undefined;
  for (const statement of call.statements) {
    if (statement.text === 'begin') held = await pool.connect();
    await (held ?? pool).query(statement);
    if (statement.text !== 'commit') continue;
    held?.release();
    held = undefined;
  }
};

process.on('message', async (message) => {
  const { from, count, hands } = order.parse(message);
  let next = 0;
  const hand = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await run(from + next);
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  process.send?.('done');
});

/** Appends each statement to the file that STATEMENTS names. A server loads it before anything else. */
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env['STATEMENTS'] ?? '';

/** JSON has no BigInt, which the lock of the migrations is. */
const asJson = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply: (query, client, given: unknown[]) => {
    const [first, values = []] = given;
    const statement = typeof first === 'string' ? { text: first, values } : first;
    appendFileSync(file, `${JSON.stringify(statement, asJson)}\n`);
    return Reflect.apply(query, client, given);
  },
});

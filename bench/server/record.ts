/**
 * Appends each statement, with its values, to the file that STATEMENTS names. It is loaded into a server before
 * anything else.
 */
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env['STATEMENTS'] ?? '';

pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply: (query, client, given: unknown[]) => {
    const [text, values = []] = given;
    if (typeof text === 'string') appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
    return Reflect.apply(query, client, given);
  },
});

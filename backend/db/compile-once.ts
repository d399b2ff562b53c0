import type { Compilable } from 'kysely';
import type { Database } from './database.ts';

/**
 * Returns a function that runs a statement with one parameter. Kysely writes the SQL at the first call only, because that
 * takes longer than to send it. Use it for the statements of frequent calls.
 * @param build returns the statement for a value; it may depend on nothing else.
 */
export const compileOnce = <Value, Row>(build: (database: Database, value: Value) => Compilable<Row>) => {
  let compiled: ReturnType<Compilable<Row>['compile']> | undefined;
  return async (database: Database, value: Value): Promise<Row[]> => {
    compiled ??= build(database, value).compile();
    if (compiled.parameters.length !== 1) throw new Error(`A statement has more than one parameter: ${compiled.sql}`);
    const { rows } = await database.executeQuery<Row>({ ...compiled, parameters: [value] });
    return rows;
  };
};

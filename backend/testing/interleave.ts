import type { KyselyPlugin } from 'kysely';
import type { Database } from '../db/database.ts';

type Work = () => Promise<unknown>;

/**
 * Makes races deterministic. Returns the database, and `afterRead`, which runs the work once, between the given
 * statement (1 is the next one) and what its caller does with the rows. The statement must not be in a transaction,
 * and the work needs the original database, because PGlite has one connection.
 */
export const interleave = (
  database: Database,
): { database: Database; afterRead(statement: number, work: Work): void } => {
  let waiting: { statements: number; work: Work } | null = null;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (waiting === null) return result;
      waiting.statements -= 1;
      if (waiting.statements > 0) return result;
      const { work } = waiting;
      waiting = null;
      await work();
      return result;
    },
  };
  return {
    database: database.withPlugin(plugin),
    afterRead: (statements, work) => {
      waiting = { statements, work };
    },
  };
};

import { connectionProblem, mayNotCreateTables } from '../db/connection-problem.ts';
import { type Inspection, inspect } from '../db/inspect.ts';
import { type Finding, note, right, wrong } from './finding.ts';

const findingOfVersion = (version: number): Finding =>
  version >= 15
    ? right(`The database responds: PostgreSQL ${version}.`)
    : wrong(`The database is PostgreSQL ${version}: name one of 15 or later in DATABASE_URL.`);

const findingOfMigrations = ({ known, applied }: Inspection): Finding => {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return wrong(
      `A newer version of the program has changed the database of DATABASE_URL: start that version, because this one does not know ${unknown.join()}.`,
    );
  const missing = known.length - applied.length;
  return missing === 0
    ? right('All migrations are applied.')
    : note(`The next start applies these migrations: ${missing}.`);
};

export const findingsOfDatabase = (inspection: Inspection): readonly Finding[] => [
  findingOfVersion(inspection.version),
  findingOfMigrations(inspection),
  ...(inspection.mayCreate ? [] : [wrong(mayNotCreateTables)]),
];

/** @param look reads the state of a database; tests replace it. */
export const checkDatabase = async (url: string, look = inspect): Promise<readonly Finding[]> => {
  try {
    return findingsOfDatabase(await look(url));
  } catch (error) {
    return [wrong(connectionProblem(error).sentence)];
  }
};

import { type Inspection, inspect } from '../db/inspect.ts';
import { type Finding, note, right, wrong } from './finding.ts';

/** Returns PostgreSQL's error code, such as 28P01 for a wrong password; the message may quote the URL. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';

const findingOfVersion = (version: number): Finding =>
  version >= 15
    ? right(`The database answers: PostgreSQL ${version}.`)
    : wrong(`The database is PostgreSQL ${version}: 15 or later is needed.`);

const findingOfMigrations = ({ known, applied }: Inspection): Finding => {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) return wrong(`The database is ahead of this program, which does not know ${unknown.join()}.`);
  const missing = known.length - applied.length;
  return missing === 0
    ? right('Every migration is applied.')
    : note(`Migrations to come: ${missing}, applied by the next start.`);
};

export const findingsOfDatabase = (inspection: Inspection): readonly Finding[] => [
  findingOfVersion(inspection.version),
  findingOfMigrations(inspection),
  ...(inspection.mayCreate ? [] : [wrong('The database’s user may not create tables, which migrations do.')]),
];

export const checkDatabase = async (url: string): Promise<readonly Finding[]> => {
  try {
    return findingsOfDatabase(await inspect(url));
  } catch (error) {
    return [wrong(`The database of DATABASE_URL can’t be used: ${codeOf(error)}.`)];
  }
};

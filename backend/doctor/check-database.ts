import { type Inspection, inspect } from '../db/inspect.ts';
import { type Finding, note, right, wrong } from './finding.ts';

/** Returns PostgreSQL's error code, such as 28P01 for a wrong password; the message may quote the URL. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';

const findingOfVersion = (version: number): Finding =>
  version >= 15
    ? right(`The database responds: PostgreSQL ${version}.`)
    : wrong(`The database is PostgreSQL ${version}; the portal needs 15 or later.`);

const findingOfMigrations = ({ known, applied }: Inspection): Finding => {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return wrong(
      `A newer version of the program has changed the database. This version does not know ${unknown.join()}.`,
    );
  const missing = known.length - applied.length;
  return missing === 0
    ? right('All migrations are applied.')
    : note(`The next start applies these migrations: ${missing}.`);
};

export const findingsOfDatabase = (inspection: Inspection): readonly Finding[] => [
  findingOfVersion(inspection.version),
  findingOfMigrations(inspection),
  ...(inspection.mayCreate
    ? []
    : [wrong('The user of DATABASE_URL may not create tables; migrations need that right.')]),
];

export const checkDatabase = async (url: string): Promise<readonly Finding[]> => {
  try {
    return findingsOfDatabase(await inspect(url));
  } catch (error) {
    return [wrong(`The portal cannot use the database of DATABASE_URL: ${codeOf(error)}.`)];
  }
};

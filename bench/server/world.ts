import { z } from 'zod';
import { addressOf, signUp } from '../../backend/testing/parent-calls.ts';
import { connect, insertClasses, playAll } from './classes.ts';
import { startPortals } from './portals.ts';
import { parentOf } from './processor-time.ts';
import { type Person, password } from './works.ts';

/** The test data: people with accounts and sessions, and full classes. */
export const populate = async (databaseUrl: string, people: number, classes: number): Promise<Person[]> => {
  const portals = await startPortals(1, databaseUrl);
  const client = await connect(databaseUrl);
  try {
    const [port = 0] = portals.ports;
    const persons: Person[] = [];
    for (let index = 0; index < people; index += 1) {
      const email = `parent${index}@home.example`;
      const { token } = await signUp(`http://127.0.0.1:${port}`, { email, password }, addressOf(index));
      persons.push({ email, token });
    }
    await insertClasses(client, classes);
    await playAll(client, 1);
    return persons;
  } finally {
    await client.end();
    await portals.close();
  }
};

const at = (databaseUrl: string, database: string): string =>
  Object.assign(new URL(databaseUrl), { pathname: database }).href;

/** Copies the database, which must have no connections during that time. @returns the copy's address */
export const copyOf = async (databaseUrl: string): Promise<string> => {
  const client = await connect(at(databaseUrl, 'template1'));
  await client.query('create database bare template postgres');
  await client.end();
  return at(databaseUrl, 'bare');
};

const player = z.object({ email: z.string(), password_hash: z.string() });

/** The password hashes of these people, in their order. */
export const hashesOf = async (databaseUrl: string, persons: readonly Person[]): Promise<string[]> => {
  const client = await connect(databaseUrl);
  const { rows } = await client.query('select email, password_hash from playfab_emulator.players');
  await client.end();
  const players = rows.map((row) => player.parse(row));
  const hashes = new Map(players.map(({ email, password_hash }) => [email, password_hash]));
  return persons.map(({ email }) => hashes.get(email) ?? '');
};

/** The process whose children respond to the calls. */
export const postmasterOf = async (databaseUrl: string): Promise<number> => {
  const client = await connect(databaseUrl);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return postmaster;
};

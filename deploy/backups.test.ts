import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Database, onPostgres } from '../backend/db/database.ts';
import { migrate } from '../backend/db/migrate.ts';
import { createTestApi, randomPlayfabId, type TestApi } from '../backend/testing/test-api.ts';
import { startPostgres } from '../scripts/test-tools/postgres.ts';

type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;

const guide = readFileSync('docs/operators/backups.md', 'utf8');
/** Returns the blocks of code of a language in a section, without the indentation of a list. */
const blocks = (text: string, heading: string, language: string): string[] => {
  const [, section = ''] = text.split(`\n${heading}\n`);
  const [own = ''] = section.split(/\n##/);
  return [...own.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    ([, indentation = '', block = '']) => block.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  );
};

let primary: Postgres;
let portal: TestApi;
let database: Database;
/** Puts the folders of this test into a command or a setting of the guide. */
const here = (text: string): string => text.replaceAll('/srv/', `${primary.folder}/`);
/** The address that a portal has in `DATABASE_URL`: its user owns the database and nothing else. */
const urlOf = (server: Postgres, name: string): string =>
  Object.assign(new URL(server.url), { username: 'portal', password: 'portal', pathname: name }).href;
const open = (url: string): Database => onPostgres(url, () => undefined);

beforeAll(async () => {
  primary = (await startPostgres()) ?? expect.fail('PostgreSQL is not installed');
  primary.run(here('mkdir -p /srv/backups/wal && createuser portal && createdb --owner=portal portal'));
  primary.run(`psql --command "alter role portal password 'portal'"`);
  const [settings = ''] = blocks(guide, '## Continuous archiving', 'ini');
  primary.run(here(`cat >> data/postgresql.conf <<'END'\n${settings}END`));
  primary.restart();
  database = open(urlOf(primary, 'portal'));
  await migrate(database);
  portal = await createTestApi({ database });
}, 60_000);
afterAll(async () => {
  await portal.close();
  primary.stop();
});

/** Signs a parent in. @returns the token and the parent. */
const signIn = async () => {
  const playfabId = randomPlayfabId();
  return { playfabId, token: await portal.client.signIn(playfabId) };
};
const playersIn = async (on: Database): Promise<string[]> =>
  (await on.selectFrom('users').select('playfabId').execute()).map((row) => row.playfabId);

/** Follows the guide on a restored copy. */
const endSessions = async (copy: Database): Promise<void> => {
  const [steps = ''] = blocks(guide, '## After a restore', 'sql');
  await sql.raw(steps).execute(copy);
};
/** Expects that a restored copy has these players, and that the guide's steps end their sessions. */
const expectRestored = async (url: string, players: readonly string[], token: string): Promise<void> => {
  const copy = open(url);
  const restored = await createTestApi({ database: copy });
  expect((await playersIn(copy)).toSorted()).toEqual([...players].toSorted());
  expect(await restored.client.isSignedIn(token)).toBe(true);
  await sql`create table added_by_a_later_migration (id int)`.execute(copy);
  await endSessions(copy);
  expect(await restored.client.isSignedIn(token)).toBe(false);
  expect(await copy.selectFrom('jobs').select('kind').where('kind', '=', 'sync-all').execute()).toHaveLength(1);
  await restored.close();
  await copy.destroy();
};

it('restores a dump by the commands of the guide, and then ends every session of the copy', async () => {
  const [dump = '', restore = ''] = blocks(guide, '## A dump each night', 'sh');
  const { token } = await signIn();
  const players = await playersIn(database);
  primary.run(here(dump));
  await signIn();
  primary.run(here(restore));
  await expectRestored(urlOf(primary, 'portal_restored'), players, token);
}, 60_000);

it('restores a dump by the commands for Docker in place of the database', async () => {
  const [dump = '', restore = ''] = blocks(guide, '### A dump with Docker', 'sh');
  // The commands of the container, on this machine. Its portal stops.
  const outside = (text: string): string =>
    here(
      text
        .replaceAll('docker compose exec -T database ', '')
        .replaceAll('docker compose stop portal', 'true')
        .replaceAll(/\bportal(_\w+)?\b(?!\.dump)/g, 'boxed$1'),
    );
  primary.run("createdb boxed; psql --command 'create table kept (id int)' boxed");
  primary.run(outside(dump));
  primary.run("psql --command 'drop table kept' boxed");
  primary.run(outside(restore));
  primary.run("psql --command 'select id from kept' boxed; psql --command 'select 1' boxed_old");
}, 60_000);

it('restores the moment before a mistake from a base backup and the archived log, and ends every session of the copy', async () => {
  const [backUp = ''] = blocks(guide, '## Continuous archiving', 'sh');
  const [restore = ''] = blocks(guide, '### Restore to a moment', 'sh');
  await signIn();
  primary.run(here(backUp));
  // Only the archived log contains this one.
  const { token } = await signIn();
  const players = await playersIn(database);
  const { rows: moments } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(database);
  await database.deleteFrom('users').execute();

  const administrator = open(primary.url);
  const { rows: files } = await sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`.execute(
    administrator,
  );
  await administrator.destroy();
  const archived = async () => {
    const { rows } = await sql<{ last: string | null }>`select last_archived_wal as last from pg_stat_archiver`.execute(
      database,
    );
    return rows[0]?.last ?? '';
  };
  await expect.poll(async () => (await archived()) >= (files[0]?.name ?? '')).toBe(true);

  const example = /recovery_target_time = '([^']+)'/.exec(restore)?.[1] ?? expect.fail('the guide names no moment');
  primary.run(here(restore.replace(example, moments[0]?.now ?? '')));
  const restored = await primary.open(here('/srv/backups/restored'));
  onTestFinished(() => restored.stop());
  const copy = open(urlOf(restored, 'portal'));
  const recovering = async () => {
    const { rows } = await sql<{ recovering: boolean }>`select pg_is_in_recovery() as recovering`.execute(copy);
    return rows[0]?.recovering;
  };
  await expect.poll(recovering).toBe(false);
  await copy.destroy();
  await expectRestored(urlOf(restored, 'portal'), players, token);
}, 120_000);

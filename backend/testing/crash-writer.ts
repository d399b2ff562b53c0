import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/load-config.ts';
import { openDatabase } from '../db/open-database.ts';
import { createMailDelivery } from '../domain/mail/render-mail.ts';
import { enqueue } from '../domain/jobs/jobs.ts';
import { createSmtpMailer } from '../gateways/mail.ts';
import { createEmptyDatabase, testDatabaseUrl } from './database-template.ts';
import { createTestWorker } from './jobs.ts';
import { mailSender } from './portal-parts.ts';

/** Longer than the lease of a worker, so that a killed worker no longer counts as busy. */
export const pastLeases = 31_000;

/** Creates a data folder, or a database on PostgreSQL. `name` is the folder or the URL, `env` the same for a server. */
export const createCrashPlace = async () => {
  if (testDatabaseUrl !== undefined) {
    const { url, drop } = await createEmptyDatabase(testDatabaseUrl);
    return { name: url, env: { DATABASE_URL: url }, remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  return { name: folder, env: { DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true }) };
};

export const databaseAt = (place: string): Config['database'] =>
  place.startsWith('postgres') ? { kind: 'postgres', url: place } : { kind: 'embedded', folder: place };

/**
 * Runs `npm run admin` with these words so often, kills each process at a random moment, and then lets one end.
 * @param longest how many milliseconds a killed process lives at most, beside its start
 */
export const runWithKills = async (
  words: readonly string[],
  env: Record<string, string>,
  { kills, longest }: { kills: number; longest: number },
): Promise<void> => {
  const run = async (milliseconds: number): Promise<void> => {
    const options = { env: { PATH: process.env['PATH'], ...env }, stdio: 'ignore' } as const;
    const program = spawn(process.execPath, ['backend/admin/main.ts', ...words], options);
    const timer = setTimeout(() => program.kill('SIGKILL'), milliseconds);
    await once(program, 'exit');
    clearTimeout(timer);
  };
  for (let kill = 0; kill < kills; kill += 1) await run(500 + Math.random() * longest);
  await run(240_000);
};

/** Opens the server's real database, jobs and mailer. Its clock is `ahead` by so many milliseconds. */
export const openWriter = async (place: string, smtpUrl: string, ahead: number) => {
  const clock = { now: () => new Date(Date.now() + ahead) };
  const { database, close } = await openDatabase(databaseAt(place), { onConnectionError: () => undefined });
  const mailer = createSmtpMailer({ url: smtpUrl, from: 'no-reply@numeria.example' });
  const { runDue } = createTestWorker({ database, clock }, { mail: createMailDelivery(mailer, mailSender) });
  return { database, clock, runDue, close: () => close().finally(() => mailer.close()) };
};

/** Inserts a person and the job of a mail to that person in one transaction, and prints the id on a line. */
const write = async ({ database, clock }: Awaited<ReturnType<typeof openWriter>>): Promise<void> => {
  const id = randomUUID();
  await database.transaction().execute(async (trx) => {
    const person = { id, playfabId: id, language: 'en', createdAt: clock.now() } as const;
    await trx.insertInto('users').values(person).execute();
    const mail = { to: `${id}@crash.example`, language: 'en', template: 'password-changed', values: {} } as const;
    await enqueue(trx, { kind: 'mail', payload: mail });
  });
  process.stdout.write(`${id}\n`);
};

/** Run as a program, it writes and sends until it is killed: the smallest server that could lose data. */
if (import.meta.main) {
  const [place = '', smtpUrl = '', ahead] = process.argv.slice(2);
  const writer = await openWriter(place, smtpUrl, Number(ahead));
  for (;;) await Promise.all([write(writer), writer.runDue()]);
}

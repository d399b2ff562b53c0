import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openDatabase } from '../db/open-database.ts';
import { createMailDelivery } from '../domain/mail/render-mail.ts';
import { enqueue } from '../domain/jobs/jobs.ts';
import { createSmtpMailer } from '../gateways/mail.ts';
import { createTestWorker } from './jobs.ts';

export const writerOrder = z.object({
  database: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('embedded'), folder: z.string() }),
    z.object({ kind: z.literal('postgres'), url: z.string() }),
  ]),
  smtpUrl: z.string(),
  /** Milliseconds that the writer's clock is ahead of the system's: beyond the leases of killed writers. */
  ahead: z.number(),
});
export type WriterOrder = z.output<typeof writerOrder>;

/** Opens the server's real database, jobs and mailer. */
export const openWriter = async ({ database: place, smtpUrl, ahead }: WriterOrder) => {
  const clock = { now: () => new Date(Date.now() + ahead) };
  const { database, close } = await openDatabase(place, { onConnectionError: () => undefined });
  const mailer = createSmtpMailer({ url: smtpUrl, from: 'no-reply@numeria.example' });
  const sender = { product: 'Numeria', supportEmail: 'support@numeria.example', portal: 'http://localhost:4173' };
  const { runDue } = createTestWorker({ database, clock }, { mail: createMailDelivery(mailer, sender) });
  return { database, clock, runDue, close: () => close().finally(() => mailer.close()) };
};

/** Inserts a person and the job of a mail to that person in one transaction, and prints the id on a line. */
const write = async ({ database, clock }: Awaited<ReturnType<typeof openWriter>>): Promise<void> => {
  const id = randomUUID();
  await database.transaction().execute(async (trx) => {
    const person = { id, playfab_id: id, language: 'en', created_at: clock.now() } as const;
    await trx.insertInto('users').values(person).execute();
    const mail = { to: `${id}@crash.example`, language: 'en', template: 'password-changed', values: {} } as const;
    await enqueue(trx, { kind: 'mail', payload: mail });
  });
  process.stdout.write(`${id}\n`);
};

/** Run as a program, it writes and sends until it is killed: the smallest server that could lose data. */
if (import.meta.main) {
  const writer = await openWriter(writerOrder.parse(JSON.parse(process.argv[2] ?? '')));
  for (;;) await Promise.all([write(writer), writer.runDue()]);
}

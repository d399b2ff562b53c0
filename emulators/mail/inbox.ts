import { sql } from 'kysely';
import { createTables, type EmulatorDatabase } from '../create-tables.ts';

type CapturedPicture = { id: string; type: string; content: Uint8Array };
type CapturedMail = {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  pictures: readonly CapturedPicture[];
};

export type InboxMail = { id: string; to: string; subject: string; html: string; text: string; receivedAt: Date };

const statements = [
  `create schema if not exists mail_emulator`,
  `create table if not exists mail_emulator.messages (
    message_id text primary key,
    recipient text not null,
    subject text not null,
    html text not null,
    text text not null,
    received_at timestamptz not null
  )`,
];

/** The maximum number of listed mails. A developer needs only the newest ones. */
const shown = 200;

/** Embeds pictures as data, so that a captured mail needs no other file. */
const withPictures = (html: string, pictures: readonly CapturedPicture[]): string =>
  pictures.reduce(
    (page, { id, type, content }) =>
      page.replaceAll(`cid:${id}"`, `data:${type};base64,${Buffer.from(content).toString('base64')}"`),
    html,
  );

/** Stores mails in a separate table while no SMTP server is configured. Creates the table. */
export const createInbox = async ({ database, clock }: { database: EmulatorDatabase; clock: { now(): Date } }) => {
  await createTables(database, statements);
  const selected = sql`select message_id as id, recipient as "to", subject, html, text, received_at as "receivedAt"
    from mail_emulator.messages`;

  return {
    /** Stores a mail, unless a mail with the same id is already stored. */
    send: async ({ id, to, subject, html, text, pictures }: CapturedMail): Promise<void> => {
      await sql`insert into mail_emulator.messages (message_id, recipient, subject, html, text, received_at)
        values (${id}, ${to}, ${subject}, ${withPictures(html, pictures)}, ${text}, ${clock.now()})
        on conflict (message_id) do nothing`.execute(database);
    },

    close: (): void => undefined,

    /** Returns the newest mails first. With `to`, it returns only the mails of this recipient. */
    list: async (to?: string): Promise<InboxMail[]> => {
      const wanted = to === undefined ? sql`` : sql`where recipient = ${to}`;
      const newest = sql<InboxMail>`${selected} ${wanted} order by received_at desc, message_id limit ${shown}`;
      return (await newest.execute(database)).rows;
    },

    find: async (id: string): Promise<InboxMail | undefined> =>
      (await sql<InboxMail>`${selected} where message_id = ${id}`.execute(database)).rows[0],
  };
};

export type Inbox = Awaited<ReturnType<typeof createInbox>>;

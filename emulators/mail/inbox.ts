import type { Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

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

type InboxTables = {
  'mail_emulator.messages': {
    message_id: string;
    recipient: string;
    subject: string;
    html: string;
    text: string;
    received_at: Date;
  };
};

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
export const createInbox = async ({
  database,
  clock,
}: {
  database: Kysely<Record<never, never>>;
  clock: { now(): Date };
}) => {
  const messages = database.$extendTables<InboxTables>();
  await createTables(messages, statements);

  const columns = [
    'message_id as id',
    'recipient as to',
    'subject',
    'html',
    'text',
    'received_at as receivedAt',
  ] as const;

  return {
    /** Stores a mail, unless a mail with the same id is already stored. */
    send: async (mail: CapturedMail): Promise<void> => {
      await messages
        .insertInto('mail_emulator.messages')
        .values({
          message_id: mail.id,
          recipient: mail.to,
          subject: mail.subject,
          html: withPictures(mail.html, mail.pictures),
          text: mail.text,
          received_at: clock.now(),
        })
        .onConflict((conflict) => conflict.column('message_id').doNothing())
        .execute();
    },

    close: (): void => undefined,

    /** Returns the newest mails first. With `to`, it returns only the mails of this recipient. */
    list: async (to?: string): Promise<InboxMail[]> => {
      const all = messages.selectFrom('mail_emulator.messages').select(columns);
      const wanted = to === undefined ? all : all.where('recipient', '=', to);
      return wanted.orderBy('received_at', 'desc').orderBy('message_id').limit(shown).execute();
    },

    find: async (id: string): Promise<InboxMail | undefined> =>
      messages.selectFrom('mail_emulator.messages').select(columns).where('message_id', '=', id).executeTakeFirst(),
  };
};

export type Inbox = Awaited<ReturnType<typeof createInbox>>;

import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { html, type Html } from '../../src/lib/html.ts';
import { createTables, type EmulatorDatabase } from '../database.ts';
import { addStyles, htmlDocument, sendPage } from '../pages.ts';

type Mail = { id: string; to: string; subject: string; html: string; text: string };
type CapturedMail = Mail & { pictures: readonly { id: string; type: string; content: Uint8Array }[] };
type InboxMail = Mail & { receivedAt: Date };

const statements = [
  `create schema if not exists mail_emulator`,
  `create table if not exists mail_emulator.messages (message_id text primary key, recipient text not null,
    subject text not null, html text not null, text text not null, received_at timestamptz not null)`,
];

/** The maximum number of listed mails. A developer needs only the newest ones. */
const shown = 200;

/** Embeds pictures as data, so that a captured mail needs no other file. */
const withPictures = (html: string, pictures: CapturedMail['pictures']): string =>
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

type Inbox = Awaited<ReturnType<typeof createInbox>>;

const base = '/dev/mail';

/** Returns the links in the plain-text part of a mail. */
const linksOf = ({ text }: InboxMail): string[] => [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];

const banner = 'Captured mail: nothing here left this machine.';

const time = (date: Date): Html => html`<time>${date.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const listPage = (mails: readonly InboxMail[]): string => {
  const rows = mails.map(
    (mail) => html`<li><a href="${base}/${encodeURIComponent(mail.id)}">${mail.subject}</a><br>
${mail.to}, ${time(mail.receivedAt)}</li>`,
  );
  const content = html`<h1>Inbox</h1><ul>${rows.length === 0 ? html`<li>No mail yet.</li>` : rows}</ul>`;
  return htmlDocument({ base, title: 'Captured mail', banner }, content);
};

/** What a mail may do in its frame. It runs no script. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';

const mailPage = (mail: InboxMail): string =>
  htmlDocument(
    { base, title: mail.subject, banner },
    html`<p><a href="${base}">Inbox</a></p><h1>${mail.subject}</h1>
<p>To ${mail.to}, ${time(mail.receivedAt)}</p><h2>Links</h2><ul>${linksOf(mail).map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>
<h2>As HTML</h2><iframe title="The mail as HTML" sandbox="${sandbox}" src="${base}/${encodeURIComponent(mail.id)}/html"></iframe>
<h2>As plain text</h2><pre>${mail.text}</pre>`,
  );

const viewerPolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Allows a mail its inline styles and pictures, and nothing else. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${sandbox}`;

const query = z.object({ to: z.string().trim().toLowerCase().optional().catch(undefined) });
const params = z.object({ id: z.string() });

/**
 * Serves the captured mails, newest first: as pages at `/dev/mail`, and as JSON for tests at
 * `/dev/mail/messages?to=<address>`: `[{ id, to, subject, text, html, links, receivedAt }]`. The viewer has no access
 * control, so mount it in development only.
 */
export const createMailViewer =
  (inbox: Inbox): FastifyPluginAsync =>
  async (app) => {
    const list = (given: unknown): Promise<InboxMail[]> => inbox.list(query.parse(given).to);

    addStyles(app, base);
    app.get(base, async (request, reply) => sendPage(reply, viewerPolicy, listPage(await list(request.query))));

    app.get(`${base}/messages`, async (request, reply) => {
      const mails = await list(request.query);
      return reply.header('cache-control', 'no-store').send(mails.map((mail) => ({ ...mail, links: linksOf(mail) })));
    });

    app.get(`${base}/:id`, async (request, reply) => {
      const mail = await inbox.find(params.parse(request.params).id);
      return mail === undefined ? reply.callNotFound() : sendPage(reply, viewerPolicy, mailPage(mail));
    });

    app.get(`${base}/:id/html`, async (request, reply) => {
      const mail = await inbox.find(params.parse(request.params).id);
      if (mail === undefined) return reply.callNotFound();
      // Links open in a new tab instead of the frame.
      return sendPage(reply, mailPolicy, mail.html.replace('<head>', '<head><base target="_blank">'));
    });
  };

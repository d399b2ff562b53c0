import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, Html } from '../../src/lib/html.ts';
import { addStyles } from '../pages.ts';
import type { Inbox, InboxMail } from './inbox.ts';

const base = '/dev/mail';

/** Returns the links in the plain-text part of a mail. */
const linksOf = ({ text }: InboxMail): string[] => [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];

const documentOf = (title: string, content: Html): string =>
  html`${new Html('<!doctype html>')}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="${base}/pages.css"></head>
<body><aside>Captured mail: nothing here left this machine.</aside><main>${content}</main></body></html>
`.text;

const time = (date: Date): Html => html`<time>${date.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const listPage = (mails: readonly InboxMail[]): string => {
  const rows = mails.map(
    (mail) => html`<li><a href="${base}/${encodeURIComponent(mail.id)}">${mail.subject}</a><br>
${mail.to}, ${time(mail.receivedAt)}</li>`,
  );
  return documentOf(
    'Captured mail',
    html`<h1>Inbox</h1><ul>${rows.length === 0 ? html`<li>No mail yet.</li>` : rows}</ul>`,
  );
};

/** What a mail may do in its frame. It runs no script. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';

const mailPage = (mail: InboxMail): string =>
  documentOf(
    mail.subject,
    html`<p><a href="${base}">Inbox</a></p><h1>${mail.subject}</h1>
<p>To ${mail.to}, ${time(mail.receivedAt)}</p><h2>Links</h2><ul>${linksOf(mail).map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>
<h2>As HTML</h2><iframe title="The mail as HTML" sandbox="${sandbox}" src="${base}/${encodeURIComponent(mail.id)}/html"></iframe>
<h2>As plain text</h2><pre>${mail.text}</pre>`,
  );

const viewerPolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Allows a mail its inline styles and pictures, and nothing else. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${sandbox}`;

const send = (reply: FastifyReply, policy: string, page: string): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page);

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
    app.get(base, async (request, reply) => send(reply, viewerPolicy, listPage(await list(request.query))));

    app.get(`${base}/messages`, async (request, reply) => {
      const mails = await list(request.query);
      return reply.header('cache-control', 'no-store').send(mails.map((mail) => ({ ...mail, links: linksOf(mail) })));
    });

    app.get(`${base}/:id`, async (request, reply) => {
      const mail = await inbox.find(params.parse(request.params).id);
      return mail === undefined ? reply.callNotFound() : send(reply, viewerPolicy, mailPage(mail));
    });

    app.get(`${base}/:id/html`, async (request, reply) => {
      const mail = await inbox.find(params.parse(request.params).id);
      if (mail === undefined) return reply.callNotFound();
      // Links open in a new tab instead of the frame.
      return send(reply, mailPolicy, mail.html.replace('<head>', '<head><base target="_blank">'));
    });
  };

import { escapeHtml } from '../../src/lib/escape-html.ts';
import type { InboxMail, Inbox } from './inbox.ts';
import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { addStyles } from '../pages.ts';

/** Returns the links in the plain-text part of a mail. */
export const linksOf = ({ text }: InboxMail): string[] => [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];

const time = (date: Date): string =>
  `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const page = (base: string, title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${base}/pages.css">
<script src="${base}/fit-frame.js" defer></script></head>
<body><aside class="simulation">Captured mail: nothing here left this machine.</aside>
<header><a class="seller" href="${base}">Captured mail</a></header>
<main><div class="narrow">${content}</div></main></body></html>
`;

/** A code such as ABC-123 does not break at its hyphen. */
const subjectOf = ({ subject }: InboxMail): string =>
  escapeHtml(subject).replace(/\b[A-Z0-9]{3}-[A-Z0-9]{3}\b/g, '<span class="whole">$&</span>');

const row = (base: string, mail: InboxMail): string => `
<li><a href="${base}/${encodeURIComponent(mail.id)}"><strong>${subjectOf(mail)}</strong>
<span>${escapeHtml(mail.to)}</span>${time(mail.receivedAt)}</a></li>`;

const nothingYet = `<p class="hint">No mail yet. Ask for a new password on the log-in page, and it arrives here within a second.</p>`;

export const listPage = (base: string, mails: readonly InboxMail[], to: string | undefined): string =>
  page(
    base,
    'Captured mail',
    `<h1>Inbox</h1>
<form class="promotion" method="get" action="${base}"><div class="field"><label for="to">Only mail to</label>
<input id="to" name="to" type="email" value="${escapeHtml(to ?? '')}"></div><button class="soft">Show</button></form>
${mails.length === 0 ? nothingYet : `<ul class="mails">${mails.map((mail) => row(base, mail)).join('')}</ul>`}`,
  );

export const mailPage = (base: string, mail: InboxMail): string =>
  page(
    base,
    mail.subject,
    `<h1>${subjectOf(mail)}</h1>
<p class="hint">To <strong>${escapeHtml(mail.to)}</strong>, ${time(mail.receivedAt)}</p>
<section><h2>Links</h2><ul class="links">${linksOf(mail)
      .map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`)
      .join('')}</ul></section>
<section><h2>As HTML</h2><iframe title="The mail as HTML" sandbox="${frameSandbox}"
 src="${base}/${encodeURIComponent(mail.id)}/html"></iframe></section>
<section><h2>As plain text</h2><pre>${escapeHtml(mail.text)}</pre></section>`,
  );

/**
 * What a mail may do in its frame. It runs no script, so the viewer may share its origin with it, and can measure it.
 */
export const frameSandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** Returns the HTML of a mail, with links that open in a new tab instead of the frame. */
export const framedMail = (mail: InboxMail): string => mail.html.replace('<head>', '<head><base target="_blank">');

const script = readFileSync(new URL('fit-frame.js', import.meta.url), 'utf8');

const viewerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Allows a mail its inline styles and pictures, and nothing else. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${frameSandbox}`;

const html = (reply: FastifyReply, policy: string, page: string): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page);

/** Returns a text parameter of a query or a path, or undefined if it is missing, empty or no text. */
const textOf = (values: unknown, name: string): string | undefined => {
  const value: unknown = typeof values === 'object' && values !== null ? Reflect.get(values, name) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * Serves the captured mails, newest first: as pages at `/dev/mail`, and as JSON for tests at
 * `/dev/mail/messages?to=<address>`: `[{ id, to, subject, text, html, links, receivedAt }]`. The viewer has no access
 * control, so mount it in development only.
 */
export const createMailViewer =
  (inbox: Inbox, base = '/dev/mail'): FastifyPluginAsync =>
  async (app) => {
    const recipient = (query: unknown): string | undefined => textOf(query, 'to')?.trim().toLowerCase();

    app.get(base, async (request, reply) => {
      const to = recipient(request.query);
      return html(reply, viewerPolicy, listPage(base, await inbox.list(to), to));
    });

    addStyles(app, base);
    app.get(`${base}/fit-frame.js`, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    );

    app.get(`${base}/messages`, async (request, reply) => {
      const mails = await inbox.list(recipient(request.query));
      return reply.header('cache-control', 'no-store').send(mails.map((mail) => ({ ...mail, links: linksOf(mail) })));
    });

    app.get(`${base}/:id`, async (request, reply) => {
      const mail = await inbox.find(textOf(request.params, 'id') ?? '');
      if (mail === undefined) return html(reply.code(404), viewerPolicy, listPage(base, [], undefined));
      return html(reply, viewerPolicy, mailPage(base, mail));
    });

    app.get(`${base}/:id/html`, async (request, reply) => {
      const mail = await inbox.find(textOf(request.params, 'id') ?? '');
      if (mail === undefined) return reply.code(404).type('text/plain').send('Not found');
      return html(reply, mailPolicy, framedMail(mail));
    });
  };

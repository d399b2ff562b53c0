import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { addStyles } from '../pages.ts';
import type { Inbox } from './inbox.ts';
import { framedMail, frameSandbox, linksOf, listPage, mailPage } from './pages.ts';

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

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { resolveTokens } from '../src/config/design-tokens.ts';
import { html, Html, type HtmlPart } from '../src/lib/html.ts';

const sheet = resolveTokens(readFileSync(new URL('pages.css', import.meta.url), 'utf8'));

/** Serves the style sheet of all pages below `base`. */
export const addStyles = (app: FastifyInstance, base: string): void => {
  app.get(`${base}/pages.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(sheet));
};

type Head = { base: string; language?: string; title: string; banner: string };

/** Returns a page without scripts, whose style sheet `addStyles` serves below `base`. */
export const htmlDocument = ({ base, language = 'en', title, banner }: Head, content: HtmlPart): string =>
  html`${new Html('<!doctype html>')}
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="${base}/pages.css"></head>
<body><aside>${banner}</aside><main>${content}</main></body></html>
`.text;

/** Sends a page without a referrer, because everyone who has its address can open it. */
export const sendPage = (reply: FastifyReply, policy: string, page: string): FastifyReply =>
  reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(page);

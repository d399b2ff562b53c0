import { escapeHtml } from '../../src/lib/escape-html.ts';
import type { InboxMail } from './inbox.ts';

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

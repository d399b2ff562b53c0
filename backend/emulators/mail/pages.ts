import type { InboxMail } from './inbox.ts';

/** Pages for developers, so English only. No script: they work under the strictest policy. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** The links of a mail, from its plain-text part. */
export const linksOf = ({ text }: InboxMail): string[] => [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];

const time = (date: Date): string =>
  `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const page = (base: string, title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title><link rel="stylesheet" href="${base}/viewer.css"></head>
<body><header><a href="${base}">Captured mail</a><span>Nothing here left this machine.</span></header>
<main>${content}</main></body></html>
`;

const row = (base: string, mail: InboxMail): string => `
<li><a href="${base}/${encodeURIComponent(mail.id)}"><strong>${escape(mail.subject)}</strong>
<span>${escape(mail.to)}</span>${time(mail.receivedAt)}</a></li>`;

const nothingYet = `<p class="empty">No mail yet. Ask for a new password on the sign-in page, and it arrives here within a second.</p>`;

export const listPage = (base: string, mails: readonly InboxMail[], to: string | undefined): string =>
  page(
    base,
    'Captured mail',
    `<h1>Inbox</h1>
<form method="get" action="${base}"><label for="to">Only mail to</label>
<input id="to" name="to" type="email" value="${escape(to ?? '')}"><button>Show</button></form>
${mails.length === 0 ? nothingYet : `<ul class="mails">${mails.map((mail) => row(base, mail)).join('')}</ul>`}`,
  );

export const mailPage = (base: string, mail: InboxMail): string =>
  page(
    base,
    mail.subject,
    `<h1>${escape(mail.subject)}</h1>
<p class="facts">To <strong>${escape(mail.to)}</strong>, ${time(mail.receivedAt)}</p>
<section><h2>Links</h2><ul class="links">${linksOf(mail)
      .map((link) => `<li><a href="${escape(link)}">${escape(link)}</a></li>`)
      .join('')}</ul></section>
<section><h2>As HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"
 src="${base}/${encodeURIComponent(mail.id)}/html"></iframe></section>
<section><h2>As plain text</h2><pre>${escape(mail.text)}</pre></section>`,
  );

/** Links of the mail open beside the viewer, not inside the frame. */
export const framedMail = (mail: InboxMail): string => mail.html.replace('<head>', '<head><base target="_blank">');

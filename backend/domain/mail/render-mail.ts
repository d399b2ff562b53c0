import { readFileSync } from 'node:fs';
import { colors } from '../../../src/config/design-tokens.ts';
import { html, Html, type HtmlPart } from '../../../src/lib/html.ts';
import { type Letter, type MailSender, writeLetter } from './letter-content.ts';
import type { MailMessage } from './mail-message.ts';
import { type Mailer, MailRefused } from '../../gateways/mail.ts';
import { type JobHandlers, UnrecoverableError } from '../jobs/worker.ts';

/* The building blocks of every mail. Mail programs support tables and inline styles, and little more. */

// Their quotes belong to the styles.
const headFont = new Html(
  "font-family:Fredoka,'Arial Rounded MT Bold','Segoe UI',Helvetica,Arial,sans-serif;font-weight:600",
);
const textFont = new Html("font-family:'Nunito Sans',Avenir,'Segoe UI',Helvetica,Arial,sans-serif");
const table = new Html('role="presentation" cellpadding="0" cellspacing="0"');

/** A box of one colour. In forced colours, which remove the colour, its border shows it. */
const fill = (color: string): string => `background:${color};border:1px solid ${color}`;

const paragraph = (content: HtmlPart, style: string): Html =>
  html`<p style="${textFont};line-height:1.55;${style}">${content}</p>`;

const anchor = (url: string, label: string, style = ''): Html =>
  html`<a href="${url}" style="color:${colors['brand-600']};${style}">${label}</a>`;

/** The parts of mails to teachers. */
const codeHtml = ({ label, value }: NonNullable<Letter['code']>): Html => html`
<table ${table} width="100%" style="margin:0 0 24px"><tr><td align="center" style="${fill(colors['sun-50'])};border-radius:16px;padding:19px 11px 21px">
<span style="${textFont};font-size:15px;color:${colors['sun-800']}">${label}</span><br>
<span style="${headFont};font-size:40px;line-height:1.25;letter-spacing:4px;color:${colors.ink};white-space:nowrap">${value}</span>
</td></tr></table>`;

const numberHtml = (number: number): Html =>
  html`<table ${table}><tr><td width="34" height="34" align="center" style="border-radius:17px;background:${colors['brand-50']};color:${colors['brand-600']};${headFont};font-size:17px">${number}</td></tr></table>`;

const onLines = (parts: readonly Html[]): Html[] => parts.map((part, index) => (index === 0 ? part : html`\n${part}`));

const stepsHtml = (steps: Letter['steps']): Html => html`
<table ${table} width="100%" style="margin:6px 0 0">${onLines(
  steps.map(
    ({ title, text }, index) => html`<tr>
<td width="48" valign="top" style="padding:0 0 20px">${numberHtml(index + 1)}</td>
<td valign="top" style="padding:4px 0 20px;${textFont};font-size:16px;line-height:1.55;color:${colors['ink-soft']}"><strong style="color:${colors.ink}">${title}</strong><br>${text}</td>
</tr>`,
  ),
)}</table>`;

const chip = (code: string): Html =>
  html`<span style="display:inline-block;min-width:44px;margin:0 6px 8px 0;padding:4px 3px;${fill(colors['brand-50'])};border-radius:8px;text-align:center;${headFont};font-size:17px;color:${colors.ink}">${code}</span>`;

/** Codes are separated by line breaks, so they wrap to any width and stay apart in programs that ignore styles. */
const studentCodesHtml = ({ label, codes }: NonNullable<Letter['studentCodes']>): Html => html`
<h2 style="margin:32px 0 12px;${headFont};font-size:20px;line-height:1.25;color:${colors.ink}">${label}</h2>
${paragraph(onLines(codes.map(chip)), 'margin:0')}`;

// The style sheet contains only what mail programs may ignore.
const styleSheet = `@media(max-width:520px){h1{font-size:26px!important}
.body{padding-left:22px!important;padding-right:22px!important}
.button{width:100%!important}.button a{display:block!important}}`;

const buttonHtml = (button: NonNullable<Letter['button']>): Html => html`
<table ${table} class="button"><tr><td align="center" style="${fill(colors['sun-500'])};border-radius:12px;border-bottom:3px solid ${colors['sun-600']}">
<a href="${button.url}" style="display:inline-block;padding:15px 29px 16px;${headFont};font-size:18px;line-height:1.2;color:${colors.ink};text-decoration:none">${button.label}</a>
</td></tr></table>`;

const addressHtml = (copyAddress: string, url: string): Html =>
  paragraph(
    html`${copyAddress}<br>${anchor(url, url, 'word-break:break-all')}`,
    `margin:22px 0 0;padding-top:20px;border-top:1px solid ${colors.line};font-size:13px;color:${colors['ink-soft']}`,
  );

const factsHtml = (facts: string[]): Html => html`
<table ${table} width="100%" style="margin:0 0 24px"><tr><td style="${fill(colors.tint)};border-radius:16px;padding:15px 19px">
${onLines(facts.map((fact) => paragraph(fact, `margin:4px 0;font-size:16px;color:${colors.ink}`)))}
</td></tr></table>`;

/** Returns the picture above the text, on a background that matches it. */
const pictureHtml = ({ id, alt }: NonNullable<Letter['picture']>): Html =>
  html`<tr><td style="background:${id === 'class' ? colors['mint-50'] : colors['brand-50']};border-radius:24px 24px 0 0"><img src="cid:${id}" width="600" alt="${alt}" style="display:block;width:100%;height:auto;border:0;border-radius:24px 24px 0 0"></td></tr>`;

/** A part of a mail, which is the same in both forms. */
type Part = { html: Html; text: string };

const sentence = (text: string, style: string): Part => ({ html: paragraph(text, style), text });

/** Returns what a letter has, in the order of its display. */
const partsOf = (letter: Letter): Part[] => {
  const { heading, greeting, lead, code, facts, steps, button, studentCodes, notes, also } = letter;
  return [
    {
      html: html`<h1 style="margin:0 0 10px;${headFont};font-size:30px;line-height:1.15;color:${colors.ink};text-wrap:balance">${heading}</h1>`,
      text: heading,
    },
    greeting !== null && sentence(greeting, `margin:0 0 10px;font-size:17px;color:${colors.ink}`),
    sentence(lead, `margin:0 0 24px;font-size:17px;color:${colors['ink-soft']}`),
    code !== null && { html: codeHtml(code), text: `${code.label}\n${code.value}` },
    facts.length > 0 && { html: factsHtml(facts), text: facts.map((fact) => `- ${fact}`).join('\n') },
    steps.length > 0 && {
      html: stepsHtml(steps),
      text: steps.map(({ title, text }, index) => `${index + 1}. ${title}\n   ${text}`).join('\n\n'),
    },
    button !== null && { html: buttonHtml(button), text: `${button.label}\n${button.url}` },
    studentCodes !== null && {
      html: studentCodesHtml(studentCodes),
      text: `${studentCodes.label}\n${studentCodes.codes.join('  ')}`,
    },
    ...notes.map((note) => sentence(note, `margin:20px 0 0;font-size:15px;color:${colors['ink-soft']}`)),
    also !== null && {
      html: paragraph(anchor(also.url, also.label), 'margin:20px 0 0;font-size:15px'),
      text: `${also.label}\n${also.url}`,
    },
  ].filter((part) => part !== false);
};

/** Renders one column with one button, in the brand's style. */
const renderHtml = (
  { language, subject, preview, picture, button, layout }: Letter,
  parts: readonly Part[],
): string => {
  const body = parts.map((part) => part.html);
  if (button !== null) body.push(addressHtml(layout.copyAddress, button.url));
  return html`${new Html('<!doctype html>')}
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${subject}</title><style>${styleSheet}</style></head>
<body style="margin:0;background:${colors.tint}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<div role="main"><table ${table} width="100%" style="background:${colors.tint}"><tr><td align="center" style="padding:28px 12px 40px">
<table ${table} width="100%" style="max-width:600px">
<tr><td style="padding:0 8px 18px;${headFont};font-size:22px;color:${colors.ink}"><img src="cid:logo" width="32" height="32" alt="" style="vertical-align:-9px;margin-right:9px;border:0">${layout.product}</td></tr>
${picture === null ? null : pictureHtml(picture)}
<tr><td class="body" style="background:${colors.white};border-radius:${picture === null ? '24px' : '0 0 24px 24px'};padding:36px 48px 40px">
${onLines(body)}
</td></tr>
<tr><td align="center" style="padding:22px 16px 0;${textFont};font-size:14px;line-height:1.55;color:${colors['ink-soft']}">${layout.reason}<br>${layout.questions}${layout.postalAddress === null ? null : html`<br>${layout.postalAddress}`}</td></tr>
</table></td></tr></table></div></body></html>
`.text;
};

/** Reads a picture to attach: one that is fetched would reveal to a server who reads the mail, and when. */
const picture = (id: string) => ({
  id,
  file: `${id}.png`,
  type: 'image/png',
  content: readFileSync(new URL(`art/${id}.png`, import.meta.url)),
});

const pictures = ['logo', 'friends', 'class'].map(picture);

/** Renders a mail. The same message and sender always give the same result. */
export const renderMail = (message: MailMessage, sender: MailSender) => {
  const letter = writeLetter(message, sender);
  const { product, reason, questions, postalAddress } = letter.layout;
  const parts = partsOf(letter);
  const html = renderHtml(letter, parts);
  const text = [...parts, { text: `-- \n${reason}\n${questions}\n${postalAddress ?? product}\n` }];
  return {
    to: message.to,
    subject: letter.subject,
    html,
    text: text.map((part) => part.text).join('\n\n'),
    pictures: pictures.filter(({ id }) => html.includes(`cid:${id}`)),
  };
};

/** Creates the handler of the job `mail`. It renders when the mail leaves, and the Message-ID is the job's id. */
export const createMailDelivery =
  (mailer: Mailer, sender: MailSender): JobHandlers['mail'] =>
  async (message, { id }) => {
    try {
      await mailer.send({ id, ...renderMail(message, sender) });
    } catch (error) {
      throw error instanceof MailRefused ? new UnrecoverableError(error.message) : error;
    }
  };

import { readFileSync } from 'node:fs';
import { type MailSender, writeLetter } from './letter.ts';
import type { MailMessage } from './mail-message.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

/**
 * A picture that is attached to the mail: one that is fetched would reveal to a server who reads the mail, and when.
 */
export type MailPicture = { id: string; file: string; type: 'image/png'; content: Uint8Array };
export type RenderedMail = { to: string; subject: string; html: string; text: string; pictures: MailPicture[] };

const picture = (id: string): MailPicture => ({
  id,
  file: `${id}.png`,
  type: 'image/png',
  content: readFileSync(new URL(`art/${id}.png`, import.meta.url)),
});

const pictures = ['logo', 'friends', 'class'].map(picture);

/** Renders a mail. The same message and sender always give the same result. */
export const renderMail = (message: MailMessage, sender: MailSender): RenderedMail => {
  const letter = writeLetter(message, sender);
  const html = renderHtml(letter);
  const used = pictures.filter(({ id }) => html.includes(`cid:${id}`));
  return { to: message.to, subject: letter.subject, html, text: renderText(letter), pictures: used };
};

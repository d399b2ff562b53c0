import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/contracts/language.ts';
import { type MailMessage, mailMessage, type MailTemplate } from './mail-message.ts';
import { renderMail } from './render-mail.ts';

const sender = { product: 'Numeria', supportEmail: 'support@numeria.example', portal: 'https://portal.example' };
const token = 'x0tqk3J9rAm_yN2bVQ7cZ-5dKfW8hLsPuE4gTi1oRv6';
const templates: MailTemplate[] = ['recovery', 'password-changed', 'account-deleted', 'duplicate-subscription'];
const all: MailMessage[] = languages.flatMap((language) =>
  templates.map((template) => mailMessage.parse({ to: 'a@b.c', language, template, values: { token } })),
);
const english = (template: MailTemplate) =>
  mailMessage.parse({ to: 'a@b.c', language: 'en', template, values: { token } });

const linksOf = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);

describe.each(all)('the mail $template in $language', (message) => {
  const { html, text, subject } = renderMail(message, sender);

  it('has words for everything, in its own language', () => {
    expect(html + text + subject).not.toMatch(/\{\{|undefined|\[object/);
    expect(html).toContain(`<html lang="${message.language}">`);
    expect(subject).toContain('Numeria');
  });

  it('says in plain text what the HTML says', () => {
    const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
    expect(text.startsWith(`${heading}\n`)).toBe(true);
    for (const link of linksOf(html)) expect(text).toContain(link.replaceAll('&amp;', '&'));
  });

  it('leads nowhere but to the portal, and loads nothing', () => {
    for (const link of linksOf(html)) expect(new URL(link).origin).toBe('https://portal.example');
    for (const [, source] of html.matchAll(/src="([^"]*)"/g)) expect(source).toMatch(/^cid:/);
  });

  it('has one button at most and is one column', () => {
    expect(html.match(/class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(html).toContain('max-width:600px');
  });
});

describe('a recovery mail', () => {
  it('keeps its secret in the fragment, which no server sees', () => {
    const url = new URL(linksOf(renderMail(english('recovery'), sender).html)[0] ?? '');
    expect(url.hash).toBe(`#token=${token}`);
    expect(url.pathname + url.search).toBe('/reset-password?lang=en');
  });
});

describe('any mail', () => {
  it('shows the name and address of the brand as text, whatever signs they have', () => {
    const odd = { ...sender, product: `<b>Num & "eria"</b>`, supportEmail: `'><img src=x>@numeria.example` };
    const { html } = renderMail(english('password-changed'), odd);
    expect(html).toContain('&lt;b&gt;Num &amp; &quot;eria&quot;&lt;/b&gt;');
    expect(html).not.toMatch(/<b>|<img src=x/);
  });
});

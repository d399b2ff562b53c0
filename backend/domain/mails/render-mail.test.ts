import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../../src/contracts/language.ts';
import { type MailMessage, mailMessage, type MailTemplate } from './mail-message.ts';
import { renderMail } from './render-mail.ts';

const sender = { product: 'Numeria', supportEmail: 'support@numeria.example', portal: 'https://portal.example' };
const token = 'x0tqk3J9rAm_yN2bVQ7cZ-5dKfW8hLsPuE4gTi1oRv6';
const templates: MailTemplate[] = [
  'recovery',
  'password-changed',
  'account-deleted',
  'duplicate-subscription',
  'classroom-ready',
  'classroom-update',
  'classroom-updated',
];
/** Each template takes what is its own. */
const values = {
  token,
  classroomCode: 'K7P-42M',
  classroomID: 'AbCdEfGhIjKlMnOpQrSt_-',
  studentCodes: ['013', '021'],
  numStudents: 2,
  reinitialize: true,
  newLink: true,
  restored: false,
  cleared: token,
};
const message = (language: Language, template: MailTemplate, change: object = {}) =>
  mailMessage.parse({ to: 'a@b.c', language, template, values: { ...values, ...change } });
const all: MailMessage[] = languages.flatMap((language) => templates.map((template) => message(language, template)));
const english = (template: MailTemplate, change: object = {}) => message('en', template, change);

const linksOf = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);

describe.each(all)('the mail $template in $language', (mail) => {
  const { html, text, subject } = renderMail(mail, sender);

  it('has words for everything, in its own language', () => {
    expect(html + text + subject).not.toMatch(/\{\{|undefined|\[object/);
    expect(html).toContain(`<html lang="${mail.language}">`);
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

describe('the mails to teachers', () => {
  const textOf = (template: MailTemplate, change: object = {}) => renderMail(english(template, change), sender).text;

  it('open the classroom by its key, and tell every code that is to be typed', () => {
    for (const template of ['classroom-ready', 'classroom-updated'] as const) {
      const text = textOf(template);
      expect(text).toContain('https://portal.example/schoolzone/teacher/classroom/AbCdEfGhIjKlMnOpQrSt_-?lang=en');
      for (const code of ['K7P-42M', '013  021']) expect(text).toContain(code);
    }
  });

  it('number the instructions for the class', () => {
    expect(textOf('classroom-ready').match(/^\d\. /gm)).toEqual(['1. ', '2. ', '3. ', '4. ']);
  });

  it('say before a change what becomes of the progress', () => {
    expect(textOf('classroom-update')).toContain('The progress of all students is cleared. You can bring it back');
    expect(textOf('classroom-update', { reinitialize: false })).toContain('Progress stays as it is.');
  });

  it('say after it what was done, and no more: with the link that brings progress back where some was cleared', () => {
    const restoring = `https://portal.example/schoolzone/teacher/classroom-update?lang=en#token=${token}`;
    const told = textOf('classroom-updated');
    for (const said of ['Number of students: 2', 'was cleared', 'has a new link', restoring])
      expect(told).toContain(said);
    const quiet = textOf('classroom-updated', { newLink: false, cleared: null });
    for (const said of ['cleared', 'is back', 'has a new link', 'classroom-update?']) expect(quiet).not.toContain(said);
    expect(textOf('classroom-updated', { cleared: null, restored: true })).toContain('is back');
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

import { describe, expect, it } from 'vitest';
import { shownStudent } from '../../../src/contracts/calls/school-zone.ts';
import { type Language, languages } from '../../../src/contracts/language.ts';
import { greetingNameOf, mailMessage, type MailMessage, type MailTemplate } from './mail-message.ts';
import { mailSender } from '../../testing/portal-parts.ts';
import { renderMail } from './render-mail.ts';

const token = 'x0tqk3J9rAm_yN2bVQ7cZ-5dKfW8hLsPuE4gTi1oRv6';
const templates = mailMessage.options.flatMap(({ shape: { template } }): MailTemplate[] =>
  'options' in template ? template.options : [...template.values],
);
/** Each template uses only the values that belong to it. */
const values = {
  token,
  code: 'K7PX-42MB',
  classroomCode: 'K7P-42M',
  classroomID: 'AbCdEfGhIjKlMnOpQrSt_-',
  studentCodes: ['013', '021'],
  numStudents: 2,
  reinitialize: true,
  newLink: true,
  restored: false,
  cleared: token,
  late: true,
  refunded: { amount: 999, currency: 'usd' },
  next: null,
  goesOn: ['stripe', 'apple', 'google', 'other'],
  declaredAt: '2026-12-01T09:00:00.000Z',
  endsAt: '2026-12-31T09:00:00.000Z',
  link: { token, ends: '2026-12-15' },
  day: '2026-12-03',
  amount: 999,
  currency: 'usd',
  isTrial: true,
  price: { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 },
};
const message = (language: Language, template: MailTemplate, change: object = {}) =>
  mailMessage.parse({ to: 'a@b.c', language, template, values: { ...values, ...change } });
const all: MailMessage[] = languages.flatMap((language) => templates.map((template) => message(language, template)));
const english = (template: MailTemplate, change: object = {}) => message('en', template, change);
const textOf = (language: Language, template: MailTemplate, change: object = {}) =>
  renderMail(message(language, template, change), mailSender).text.replaceAll('\u00a0', ' ');

it('writes a mail in English when a later release stored a language that this one does not have', () => {
  const stored = { to: 'a@b.c', language: 'xx', template: 'recovery', values: { token } };
  expect(mailMessage.parse(stored)).toEqual(english('recovery'));
});

const linksOf = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);

describe.each(all)('the mail $template in $language', (mail) => {
  const { html, text, subject } = renderMail(mail, mailSender);

  it('fills every part of a mail with a text in its language', () => {
    expect(html + text + subject).not.toMatch(/\{\{|undefined|\[object/);
    expect(html).toContain(`<html lang="${mail.language}">`);
    expect(subject).toContain('Numeria');
  });

  it('says the same in plain text as in HTML in a mail', () => {
    const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
    expect(text.startsWith(`${heading}\n`)).toBe(true);
    for (const link of linksOf(html)) expect(text).toContain(link.replaceAll('&amp;', '&'));
  });

  it('links from a mail to the portal only, and loads nothing', () => {
    for (const link of linksOf(html)) expect(new URL(link).origin).toBe('https://portal.example');
    for (const [, source] of html.matchAll(/src="([^"]*)"/g)) expect(source).toMatch(/^cid:/);
  });

  it('shows at most one button and one column in a mail', () => {
    expect(html.match(/class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(html).toContain('max-width:600px');
  });
});

describe('a recovery mail', () => {
  it('puts its secret into the fragment, which no server receives', () => {
    const url = new URL(linksOf(renderMail(english('recovery'), mailSender).html)[0] ?? '');
    expect(url.hash).toBe(`#token=${token}`);
    expect(url.pathname + url.search).toBe('/reset-password?lang=en');
  });
});

describe('the mails about a declaration', () => {
  const url = (language: Language) => `https://portal.example/cancel?lang=${language}#token=${token}`;

  it('says what a membership costs, when it renews and how to leave, before a discount ends and once a year', () => {
    const change = { isTrial: false };
    for (const template of ['discount-ends', 'yearly-reminder'] as const) {
      const [text, french] = [textOf('en', template, change), textOf('fr', template, change)];
      for (const said of ['US$9.99 per month', 'December 3, 2026', '/cancel?lang=en']) expect(text).toContain(said);
      for (const said of ['9,99 $US par mois', '3 décembre 2026', '/cancel?lang=fr']) expect(french).toContain(said);
      // Several things that are paid together have no single price.
      expect(textOf('en', template, { ...change, price: null })).not.toContain('per month');
    }
  });

  it.each([
    ['en', 'cancellation-received', 'Confirm cancellation'],
    ['en', 'withdrawal-received', 'Confirm withdrawal'],
    ['fr', 'cancellation-received', 'Notification de la résiliation'],
    ['fr', 'withdrawal-received', 'Confirmer la rétractation'],
  ] as const)('labels the confirmation of a declaration as the law asks: %s %s', (language, template, label) => {
    expect(textOf(language, template)).toContain(`${label}\n${url(language)}`);
    expect(textOf(language, template, { link: undefined })).not.toContain(label);
  });

  it('names content, date and time of a declaration, and the name if there is one', () => {
    const text = textOf('en', 'withdrawal-received', { name: 'Marie Curie' });
    for (const said of [
      'December 1, 2026, 10:00 AM Central European Time',
      'you withdrew from your contract',
      'Name: Marie Curie',
    ])
      expect(text).toContain(said);
    expect(textOf('fr', 'withdrawal-received')).toContain('Le 1ᵉʳ décembre 2026, 10:00 heure d’Europe centrale');
    expect(textOf('en', 'withdrawal-received')).not.toContain('Name:');
  });

  it('says when the membership ends, and that a withdrawal came too late', () => {
    const late = textOf('en', 'cancellation-done');
    for (const said of ['until December 31, 2026', 'The time for a withdrawal was over']) expect(late).toContain(said);
    const usual = textOf('en', 'cancellation-done', { late: false, endsAt: null });
    for (const said of ['until December', 'was over']) expect(usual).not.toContain(said);
    const next = { amount: 100, currency: 'usd' };
    const paid = textOf('en', 'cancellation-done', { next });
    expect(paid).toContain('until December 31, 2026 and then ends. One last payment of US$1 is');
    expect(paid).not.toContain('Nothing more is charged');
    const kept = textOf('en', 'cancellation-undone', { next });
    expect(kept).toContain('The next payment is US$1, on December 31, 2026.');
    expect(textOf('en', 'cancellation-done', { isTrial: false })).toContain('goes on until December 31, 2026');
    expect(textOf('en', 'cancellation-done')).toContain('is free until December 31, 2026 and then ends.');
  });

  it('promises no money that went back before a withdrawal, and does not say that nothing was paid', () => {
    const text = textOf('en', 'withdrawal-done', { refunded: { amount: 0, currency: 'usd' } });
    expect(text).toContain('What you paid had gone back to you before');
    for (const said of ['US$', 'Nothing was paid']) expect(text).not.toContain(said);
  });
});

describe('the mails about a membership', () => {
  it.each([
    ['en', 'November 30, 2026: we write', 'December 3, 2026: the first payment of US$9.99'],
    ['fr', '30 novembre 2026 : nous', '3 décembre 2026 : le premier paiement de 9,99 $US'],
  ] as const)('welcomes with what happens on which day, the apps, and how to leave, in %s', (language, ...said) => {
    const text = textOf(language, 'welcome');
    for (const words of [...said, '/confirmation', '/cancel']) expect(text).toContain(words);
  });

  it('names no free trial to a parent who had one, and no next attempt where there is none', () => {
    const again = textOf('en', 'welcome', { isTrial: false });
    expect(again).toContain('renews on December 3, 2026 for US$9.99');
    expect(again).not.toMatch(/trial|nothing is charged/);
    expect(textOf('en', 'payment-failed')).toContain('again on December 3, 2026');
    expect(textOf('en', 'payment-failed', { day: null })).not.toContain('again on');
  });
});

describe('the mails to teachers', () => {
  it('links a teacher to the classroom by its key, and lists every code to type', () => {
    for (const template of ['classroom-ready', 'classroom-link', 'classroom-updated'] as const) {
      const text = textOf('en', template);
      expect(text).toContain('https://portal.example/schoolzone/teacher/classroom/AbCdEfGhIjKlMnOpQrSt_-?lang=en');
      for (const code of ['K7P-42M', ['013', '021'].map(shownStudent).join('  ')]) expect(text).toContain(code);
    }
  });

  it('explains before a change of a class what happens to the progress', () => {
    expect(textOf('en', 'classroom-update')).toContain(
      'The progress of all students is cleared. You can bring it back',
    );
    expect(textOf('en', 'classroom-update', { reinitialize: false })).toContain('Progress stays as it is.');
  });

  it('reports after a change of a class only what was done, with a restore link where progress was cleared', () => {
    const restoring = `https://portal.example/schoolzone/teacher/classroom-update?lang=en#token=${token}`;
    const text = textOf('en', 'classroom-updated');
    for (const said of ['Number of students: 2', 'was cleared', 'has a new link', restoring])
      expect(text).toContain(said);
    const quiet = textOf('en', 'classroom-updated', { newLink: false, cleared: null });
    for (const said of ['cleared', 'is back', 'has a new link', 'classroom-update?']) expect(quiet).not.toContain(said);
    expect(textOf('en', 'classroom-updated', { cleared: null, restored: true })).toContain('is back');
  });
});

describe('the greeting of a mail', () => {
  const greetingOf = (name: string, language: Language = 'en') => {
    const rendered = renderMail(message(language, 'classroom-ready', { name: greetingNameOf(name) }), mailSender);
    return rendered.html.includes(name) ? rendered.text.split('\n\n')[1] : undefined;
  };

  it.each(['Ms Frizzle', 'Mme O’Brien-Lévesque', 'J. P. Tremblay', 'Nguyễn Thị Minh Khai'])(
    'greets %s by name',
    (name) => {
      expect(greetingOf(name)).toBe(`Hello ${name},`);
      expect(greetingOf(name, 'fr')).toBe(`Bonjour ${name},`);
    },
  );

  it.each(['evil.example', 'https://evil.example', '<b>Win</b>', '{{product}}', 'x'.repeat(41), 'a@b.c', 'Win 1000'])(
    'leaves %s out of the greeting',
    (name) => {
      expect(greetingOf(name)).toBeUndefined();
      expect(mailMessage.safeParse({ ...english('classroom-ready'), values: { ...values, name } }).success).toBe(false);
    },
  );
});

describe('the picture of a mail', () => {
  it('shows no picture in a mail where an account is at stake', () => {
    const picturesOf = (template: MailTemplate) =>
      renderMail(english(template), mailSender).pictures.map(({ id }) => id);
    for (const template of ['recovery', 'password-changed', 'account-deleted'] as const) {
      expect([template, picturesOf(template)]).toEqual([template, ['logo']]);
    }
    expect(picturesOf('classroom-ready')).toEqual(['logo', 'class']);
  });
});

describe('any mail', () => {
  it('ends with the postal address of the operator, if it is configured', () => {
    const postalAddress = 'Numeria <Ltd>, 1 High Street, Dublin';
    const { html, text } = renderMail(english('recovery'), { ...mailSender, postalAddress });
    expect(text).toContain(`support@numeria.example\n${postalAddress}`);
    expect(html).toContain('Numeria &lt;Ltd&gt;, 1 High Street, Dublin');
    expect(renderMail(english('recovery'), mailSender).html).not.toContain('Street');
  });

  it('shows the name and address of the brand as text, with any characters', () => {
    const odd = { ...mailSender, product: `<b>Num & "eria"</b>`, supportEmail: `'><img src=x>@numeria.example` };
    const { html } = renderMail(english('password-changed'), odd);
    expect(html).toContain('&lt;b&gt;Num &amp; &quot;eria&quot;&lt;/b&gt;');
    expect(html).not.toMatch(/<b>|<img src=x/);
  });
});

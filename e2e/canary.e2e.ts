import { describe, expect, it } from 'vitest';
import { recoveryLink } from './support/mailbox.ts';
import {
  alert,
  email,
  fillIn,
  goToDashboard,
  password,
  signIn,
  signUp,
  storedSession,
  submit,
} from './support/parent.ts';
import { cards, onBillingPage, pay, pressOnDashboard, sendCard, words } from './support/payment.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { beginStories, context, page, portal } from './support/story.ts';
import { everyRow } from './support/tables.ts';

beginStories();

/** As it is, percent-encoded, and in base64 at each of the three places where it can begin. */
const disguises = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  ...['', 'x', 'xx'].flatMap((prefix) => {
    const skip = Math.ceil((prefix.length * 4) / 3);
    return ['base64', 'base64url'].map((encoding) =>
      Buffer.from(prefix + secret)
        .toString(encoding === 'base64' ? 'base64' : 'base64url')
        .replace(/=+$/, '')
        .slice(skip, -1),
    );
  }),
];

const found = (text: string, secrets: Record<string, string>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    disguises(secret).some((disguise) => text.includes(disguise)) ? [name] : [],
  );

describe('after a whole story', () => {
  it('no secret stands in any output of the server, and in its tables only where it must', async () => {
    const parent = { email: 'canary-address@mail.example', password: 'canary pass word' };
    const wrong = 'canary wrong word';
    const chosen = 'canary next word';
    const tickets: Record<string, string> = {};
    const keepSession = async (when: string): Promise<void> => {
      const session = JSON.parse((await storedSession(page)) ?? '{}');
      tickets[`token ${when}`] = session.token;
      tickets[`ticket ${when}`] = session.data.SessionTicket;
      tickets[`entity token ${when}`] = session.data.EntityToken.EntityToken;
    };

    await signUp(page, parent);
    await sendCard(page, 'declined');
    await alert(page).waitFor();
    await pay(page);
    await keepSession('of the sign-up');
    await goToDashboard(page);
    await pressOnDashboard(page, words.en.dashboard.manage.button);
    await onBillingPage(page);
    await goToDashboard(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${portalUrl}/`);
    await signIn(page, { ...parent, password: wrong });
    await alert(page).waitFor();
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await email(page).fill(parent.email);
    await submit(page).click();
    const link = await recoveryLink(parent.email);
    await page.goto(link);
    await password(page).fill(chosen);
    await submit(page).click();
    await page.getByText('Your new password is set').waitFor();
    await signIn(page, { ...parent, password: chosen });
    await page.waitForURL('**/dashboard/**');
    await keepSession('of the sign-in');
    const partner = await context.newPage();
    await partner.goto(`${demoUrl}/frame.html?widget=signin`);
    await fillIn(partner.frameLocator('iframe'), { ...parent, password: chosen });
    await submit(partner.frameLocator('iframe')).click();
    await partner.locator('#log li').first().waitFor();
    await context.close();
    await portal.halt();

    const linkSecret = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    const passwords = { password: parent.password, 'wrong password': wrong, 'new password': chosen };
    const secrets = { ...passwords, ...tickets, link: linkSecret, card: cards.good };
    expect(Object.values(secrets).every((secret) => typeof secret === 'string' && secret.length > 10)).toBe(true);
    expect(found(portal.output(), { ...secrets, email: parent.email })).toEqual([]);
    expect(portal.output()).not.toMatch(/whsec_|sk_(test|live)_|cus_|cs_test_/);

    const rows = await everyRow(portal.dataFolder);
    const isCapturedMail = (table: string) => table.startsWith('mail_emulator.');
    const ours = rows.filter(({ table }) => table.startsWith('public.'));
    expect(ours.length).toBeGreaterThan(0);
    expect(found(ours.map(({ text }) => text).join('\n'), secrets)).toEqual([]);
    const others = rows.filter(({ table }) => !table.startsWith('public.') && !isCapturedMail(table));
    expect(found(others.map(({ text }) => text).join('\n'), { ...passwords, ...tickets })).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { failEachWay, tryEachFault } from './support/faults.ts';
import { recoveryLink } from './support/mailbox.ts';
import {
  alert,
  email,
  fillIn,
  newParent,
  openAccount,
  openReady,
  password,
  type Scope,
  submit,
  tickAll,
} from './support/parent.ts';
import { onPaymentPage } from './support/payment.ts';
import { demoUrl, portalUrl, urlOf } from './support/settings.ts';
import { browser, page, setUpPage } from './support/setup.ts';

setUpPage();
beforeEach(() => page.clock.install());

const login = '/playfab/Client/LoginWithEmailAddress';
const register = '/playfab/Client/RegisterPlayFabUser';
const recovery = '/playfab/Client/SendAccountRecoveryEmail';
const lastCalls = ['/playfab/CloudScript/ExecuteFunction', apiPaths.integrations];

/** A form on a page of the portal or of a partner, its calls, and what follows a success. */
type Form = {
  name: string;
  address: string;
  calls: string[];
  scope?: (page: Page) => Scope;
  succeeds(page: Page): Promise<unknown>;
};
const partnerIsTold = (at: Page): Promise<void> => at.locator('#log').getByText('auth-success').first().waitFor();
const pages: Form[] = [
  {
    name: 'the log-in page',
    address: `${portalUrl}/signin`,
    calls: [login, ...lastCalls],
    succeeds: (at) => at.waitForURL(urlOf('/dashboard')),
  },
  {
    name: 'the sign-up page',
    address: `${portalUrl}/signup`,
    calls: [register, ...lastCalls],
    succeeds: onPaymentPage,
  },
];
/** The two ways in which a partner shows an element. */
const ways: Pick<Form, 'name' | 'scope'>[] = [
  { name: 'inline' },
  { name: 'frame', scope: (at) => at.frameLocator('iframe') },
];
const elements = ways.flatMap((way): Form[] =>
  Object.entries({ signin: login, signup: register }).map(([widget, first]) => ({
    ...way,
    name: `${widget} of a partner, ${way.name}`,
    address: `${demoUrl}/?way=${way.name}&lang=en&widget=${widget}`,
    calls: [first, ...lastCalls],
    succeeds: partnerIsTold,
  })),
);

describe('a failed call of a form shows a message within 15 s', () => {
  it.each([...pages, ...elements].flatMap(({ calls, ...form }) => calls.map((call) => ({ ...form, call }))))(
    'keeps the typed text for another submit when a call fails in $name: $call',
    async ({ address, call, scope, succeeds }) => {
      const parent = newParent();
      if (address.includes('signin')) await openAccount(parent);
      await openReady(page, address);
      const form = scope?.(page) ?? page;
      await fillIn(form, parent);
      await tickAll(form);
      const send = (): Promise<void> => submit(form).click();
      const expectUsable = async (fault: string): Promise<void> => {
        expect(await email(form).inputValue(), fault).toBe(parent.email);
        expect(await password(form).inputValue(), fault).toBe(parent.password);
        expect(await submit(form).isEnabled(), fault).toBe(true);
      };
      await failEachWay({ page, message: alert(form), expectUsable }, `**${call}*`, send);
      await send();
      await succeeds(page);
    },
  );

  it('keeps the address when the mail for a forgotten password cannot be sent', async () => {
    const parent = newParent();
    await openAccount(parent);
    await openReady(page, `${portalUrl}/signin`);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send me the link' }).waitFor();
    await email(page).fill(parent.email);
    const send = (): Promise<void> => submit(page).click();
    const expectUsable = async (fault: string): Promise<void> =>
      expect(await email(page).inputValue(), fault).toBe(parent.email);
    await failEachWay({ page, expectUsable }, `**${recovery}*`, send);
    await send();
    await page.getByText('a message with a link is on its way').waitFor();
    await recoveryLink(parent.email);
  });
});

describe('a failed call behind a recovery mail shows a message within 15 s', () => {
  it('keeps the new password, and sets it on retry', async () => {
    const parent = newParent();
    await openAccount(parent);
    await fetch(`${portalUrl}${recovery}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ TitleId: 'MATHS', Email: parent.email, EmailTemplateId: 'recovery-en' }),
    });
    await openReady(page, await recoveryLink(parent.email));
    await password(page).fill('a new password');
    const send = (): Promise<void> => submit(page).click();
    const expectUsable = async (fault: string): Promise<void> =>
      expect(await password(page).inputValue(), fault).toBe('a new password');
    await failEachWay({ page, expectUsable }, `**${apiPaths.passwordReset}*`, send);
    await send();
    await page.getByText('Your new password is set').waitFor();
  });

  it('keeps the address when another link cannot be sent', async () => {
    const parent = newParent();
    await openAccount(parent);
    await openReady(page, `${portalUrl}/reset-password`);
    await email(page).fill(parent.email);
    const send = (): Promise<void> => submit(page).click();
    const expectUsable = async (fault: string): Promise<void> =>
      expect(await email(page).inputValue(), fault).toBe(parent.email);
    await failEachWay({ page, expectUsable }, `**${recovery}*`, send);
    await send();
    await recoveryLink(parent.email);
  });
});

/** Calls whose result no code waits for. */
describe('a sign-up whose id cannot be linked', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';

  it.each(['LinkCustomID', 'LinkAndroidDeviceID'])(
    'opens the payment page when this call fails: %s',
    async (method) => {
      const visitor = await browser.newContext({ userAgent: android });
      const tab = await visitor.newPage();
      const send = async (): Promise<void> => {
        await tab.goto(`${portalUrl}/signup`);
        await fillIn(tab, newParent());
        await tickAll(tab);
        await submit(tab).click();
      };
      await tryEachFault(tab, `**/playfab/Client/${method}*`, send, async (fault) => {
        await onPaymentPage(tab);
        // The next sign-up is another person's. This page stays where it is, with and without a session.
        await tab.goto(`${portalUrl}/terms`);
        await tab.evaluate(() => localStorage.clear());
        expect(await tab.evaluate(() => localStorage.length), fault).toBe(0);
      });
      await visitor.close();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { failEachWay } from './support/faults.ts';
import {
  email,
  fillIn,
  newParent,
  openAccount,
  password,
  submit,
  tickAll,
  untilViewIsLoaded,
} from './support/parent.ts';
import { onPaymentPage } from './support/payment.ts';
import { portalUrl, urlOf } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';

setUpPage();

const calls: [path: '/signin' | '/signup', call: string][] = [
  ['/signin', '/playfab/Client/LoginWithEmailAddress'],
  ['/signin', '/playfab/CloudScript/ExecuteFunction'],
  ['/signin', '/api/user/integrations'],
  ['/signup', '/playfab/Client/RegisterPlayFabUser'],
  ['/signup', '/playfab/CloudScript/ExecuteFunction'],
  ['/signup', '/api/user/integrations'],
];

describe('a failed call shows a message within 15 s, and the typed text can be submitted again', () => {
  it.each(calls)('on %s: %s', async (path, call) => {
    const parent = newParent();
    if (path === '/signin') await openAccount(parent);
    await page.clock.install();
    await page.goto(portalUrl + path);
    await untilViewIsLoaded(page, path === '/signin' ? 'maths-sign-in' : 'maths-sign-up');
    await fillIn(page, parent);
    await tickAll(page);
    const expectUsable = async (fault: string): Promise<void> => {
      expect(await email(page).inputValue(), fault).toBe(parent.email);
      expect(await password(page).inputValue(), fault).toBe(parent.password);
      expect(await submit(page).isEnabled(), fault).toBe(true);
    };
    await failEachWay({ page, expectUsable }, `**${call}*`, () => submit(page).click());
    await submit(page).click();
    await (path === '/signin' ? page.waitForURL(urlOf('/dashboard')) : onPaymentPage(page));
  });
});

import type { Page, Request } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { renewalInterval } from '../src/contracts/token.ts';
import { day, minute } from '../src/lib/durations.ts';
import { requestsOf, type Sent } from './support/browser.ts';
import { faults, unanswered } from './support/faults.ts';
import {
  alert,
  beSignedIn,
  email,
  fillIn,
  goToDashboard,
  newParent,
  openAccount,
  openReady,
  password,
  storedSession,
  submit,
} from './support/parent.ts';
import { expectPlan } from './support/payment.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { context, page, setUpPage } from './support/setup.ts';

/** Records the requests of the page that wait for a response, without those that a fault leaves unanswered. */
const recordOpenRequests = (page: Page) => {
  const open = new Set<Request>();
  const add = (request: Request): void => void open.add(request);
  const remove = (request: Request): void => void open.delete(request);
  page.on('request', add).on('requestfinished', remove).on('requestfailed', remove);
  return {
    urls: (): string[] => [...open].filter((request) => !unanswered.has(request)).map((request) => request.url()),
    stop: (): void => {
      page.off('request', add).off('requestfinished', remove).off('requestfailed', remove);
    },
  };
};

/** The seconds after which a call has ended on the page: its deadline, and a second for the page. */
const limit = 16;

/**
 * Advances the page's clock second by second until this is true. The clock stands still while the page waits for a
 * response and after the limit, so the result does not depend on the speed of the machine.
 */
const advanceUntil = async (
  page: Page,
  openRequests: () => string[],
  isTrue: () => Promise<boolean>,
): Promise<void> => {
  for (let seconds = 0; seconds < limit; seconds += 1) {
    await expect.poll(openRequests).toEqual([]);
    if (await isTrue()) return;
    await page.clock.runFor(1_000);
  }
  await expect.poll(isTrue).toBe(true);
};

/**
 * Lets the call fail in each way, and counts the cases.
 * @param act causes the call.
 * @param check runs after each fault. It gets what the page still waits for.
 */
const tryEachFault = async (
  page: Page,
  call: string,
  act: () => Promise<unknown>,
  check: (fault: string, openRequests: () => string[]) => Promise<unknown>,
): Promise<void> => {
  for (const [fault, fail] of Object.entries(faults)) {
    // All calls come from one address, which may try a few times only.
    await fetch(`${portalUrl}/dev/limits`, { method: 'DELETE' });
    const requests = recordOpenRequests(page);
    await page.route(call, fail);
    // The calls before it are real and take real time.
    await Promise.all([page.waitForRequest(call), act()]);
    await check(fault, requests.urls);
    await page.unroute(call);
    requests.stop();
  }
};

setUpPage();

let sent: Sent[];
beforeEach(async () => {
  sent = requestsOf(context);
  await page.clock.install();
});

const at = (path: string): string => `${portalUrl}${path}*`;
/** The calls of the page since it was opened; its files are not among them. */
const calls = (): string[] => sent.filter(({ url }) => /\/(api|playfab)\//.test(url)).map(({ url }) => url);

/** Lets this much time pass on the page, with all its timers. */
const pass = async (seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += 5) await page.clock.runFor(5_000);
};

// src/services/faults.test.ts has every call, and the tests of each feature have what its form shows.
describe('a failed call', () => {
  it('shows a message within 15 s in a partner’s frame, and keeps the typed text for another submit', async () => {
    const parent = newParent();
    await openAccount(parent);
    await openReady(page, `${demoUrl}/?way=frame&lang=en&widget=signin`);
    const form = page.frameLocator('iframe');
    await fillIn(form, parent);
    const send = (): Promise<void> => submit(form).click();
    await tryEachFault(page, at(apiPaths.integrations), send, async (fault, openRequests) => {
      await advanceUntil(page, openRequests, async () => (await alert(form).count()) > 0);
      expect(await alert(form).textContent(), fault).toMatch(/[a-z]{3}.*[.!]/);
      expect(await email(form).inputValue(), fault).toBe(parent.email);
      expect(await password(form).inputValue(), fault).toBe(parent.password);
      expect(await submit(form).isEnabled(), fault).toBe(true);
    });
    await send();
    await page.locator('#log').getByText('auth-success').first().waitFor();
  });

  it('keeps the session when its renewal fails, which nobody waits for, and renews it later', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    // The interval begins when the attempt before has ended.
    const renew = () => page.clock.fastForward(renewalInterval + minute);
    await tryEachFault(page, at(apiPaths.integrations), renew, async (fault, openRequests) => {
      await expect.poll(openRequests).toEqual([]);
      await page.clock.runFor(15_000);
      expect(await alert(page).count(), fault).toBe(0);
      expect(await storedSession(page), fault).not.toBeNull();
    });
    const before = await storedSession(page);
    // Once only: the clock would also end the deadlines of a renewal that is running.
    await renew();
    await expect.poll(() => storedSession(page)).not.toBe(before);
    await page.reload();
    await expectPlan(page, 'en', 'none');
  });
});

describe('a clock that changes while the dashboard is open', () => {
  it('keeps the session when the clock jumps, without a request, and renews it in its turn', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    const before = await storedSession(page);
    const asked = calls().length;
    // Timers do not depend on the clock of the computer.
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 365 * day);
    await pass(120);
    expect(calls().slice(asked)).toEqual([]);
    expect(await storedSession(page)).toBe(before);

    await page.clock.fastForward(renewalInterval);
    await expect.poll(() => storedSession(page)).not.toBe(before);
    expect(await storedSession(page)).not.toBeNull();
    expect(calls().length - asked).toBeLessThanOrEqual(4);
    await page.reload();
    await expectPlan(page, 'en', 'none');
  });

  it('leaves after a year of sleep, when the session has ended on the server', async () => {
    const { session } = await beSignedIn(context);
    await goToDashboard(page);
    await fetch(`${portalUrl}${apiPaths.integrations}?p=1`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session.token}` },
    });
    const asked = calls().length;
    await page.clock.fastForward(365 * day);
    await email(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    expect(await storedSession(page)).toBeNull();
    await pass(120);
    expect(calls().length - asked).toBeLessThanOrEqual(5);
  });
});

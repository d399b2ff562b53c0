import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { stripeService } from '../src/contracts/calls/account.ts';
import { consentCookie } from '../src/contracts/cookies.ts';
import { languages } from '../src/contracts/language.ts';
import { schoolZonePaths } from '../src/contracts/calls/school-zone.ts';
import type { Subscription } from '../src/contracts/calls/subscription.ts';
import { shiftsOf, untilPainted, watchShifts } from './support/browser.ts';
import { classroomUrl, openClassroom, play, skills, studentsOf, newTeacher } from './support/school.ts';
import { beSignedIn } from './support/parent.ts';
import { messages } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { browser, setUpPortal } from './support/setup.ts';

setUpPortal();

/** Delays a page's requests until they are released. */
const hold = async (page: Page, held: (url: URL) => boolean, json?: object): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(held, async (route) => {
    await promise;
    await (json === undefined ? route.continue() : route.fulfill({ json }));
  });
  return resolve;
};
const at = (path: string) => (url: URL) => url.pathname === path || url.pathname === `${path}/`;
const chunkOf = (name: string) => (url: URL) =>
  url.pathname.startsWith('/elements/') && url.pathname.includes(`/${name}-element-`);

const openContext = async (width: number): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  await context.addInitScript(watchShifts);
  await context.addCookies([{ name: consentCookie.name, value: consentCookie.scrolled, url: portalUrl }]);
  return context;
};

/** Waits for the page's fonts, and forgets the shifts until then: no system font is exactly as wide in every word. */
const untilFontsShown = async (page: Page): Promise<void> => {
  await untilPainted(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await untilPainted(page);
  await page.evaluate('window.shifts.length = 0');
};

const price = { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 } as const;
const subscription: Subscription = {
  store: 'stripe',
  status: 'active',
  currentPeriodEnd: '2031-12-21T10:00:00.000Z',
  endsAt: null,
  price,
  nextPayment: { amount: 999, currency: 'usd', at: '2031-12-21T10:00:00.000Z' },
};
const member = { success: true, isSubscribed: true, subscription, offer: null };
/** A parent who never paid sees the offer, which has the longest text. */
const newcomer = {
  success: true,
  isSubscribed: false,
  subscription: null,
  offer: { price, trialEnd: subscription.currentPeriodEnd },
};
const accountOf = (integrations: object[]) => ({ success: true, data: { id: 'parent', integrations } });

describe.each([375, 1440])('a page does not move while its data loads, at %d px', (width) => {
  it.each([
    ['a member', member, accountOf([{ service: stripeService, serviceKey: 'cus_1' }])],
    ['a parent who never paid', newcomer, accountOf([])],
  ])('keeps the layout of the dashboard of %s', async (_who, plan, account) => {
    const context = await openContext(width);
    await beSignedIn(context);
    for (const language of languages) {
      const page = await context.newPage();
      const script = await hold(page, chunkOf('dashboard'));
      const user = await hold(page, at(apiPaths.user), account);
      const status = await hold(page, at(apiPaths.subscriptionStatus), plan);
      await page.goto(`${portalUrl}/dashboard?lang=${language}`);
      await page.locator('h1').waitFor();
      await untilFontsShown(page);
      script();
      await page.locator('maths-dashboard .maths-skeleton').waitFor();
      user();
      status();
      await page.locator('maths-dashboard .maths-pill').waitFor();
      expect(await shiftsOf(page), language).toEqual([]);
    }
    await context.close();
  });

  // French is the longer language.
  it.each(['active', 'pending'] as const)('keeps the layout of the page after a purchase: %s', async (kind) => {
    const context = await openContext(width);
    await beSignedIn(context);
    const page = await context.newPage();
    const script = await hold(page, chunkOf('confirmation'));
    const result = kind === 'active' ? member : { ...member, isSubscribed: false, subscription: null };
    const answer = await hold(page, at(apiPaths.refreshSubscription), result);
    await page.goto(`${portalUrl}/confirmation?lang=fr&checkout=cs_test_1`);
    await page.getByRole('main').getByRole('status').waitFor();
    await untilFontsShown(page);
    script();
    await page.locator('maths-confirmation .maths-steps').waitFor();
    answer();
    const { heading } = messages.fr.site.confirmation.membership[kind];
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    await context.close();
  });

  it('keeps the layout of the page of a class', async () => {
    const classroom = await openClassroom(newTeacher(30));
    const [student = ''] = await studentsOf(classroom);
    await Promise.all(skills.slice(0, 2).map((skill) => play(classroom, student, skill)));
    const context = await openContext(width);
    const page = await context.newPage();
    const script = await hold(page, chunkOf('classroom'));
    const answer = await hold(page, (url) => url.pathname.startsWith(`${schoolZonePaths.classrooms}/`));
    await page.goto(classroomUrl(classroom.classroomID, 'fr'));
    await page.locator('.foot').waitFor();
    await untilFontsShown(page);
    script();
    await page.locator('maths-classroom').getByRole('status').waitFor();
    answer();
    await page.locator('maths-classroom').getByRole('table').waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    await context.close();
  });
});

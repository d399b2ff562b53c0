import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiSuccess, apiPaths } from '../src/contracts/api.ts';
import { stripeService, type UserData } from '../src/contracts/calls/account.ts';
import { consentCookie } from '../src/contracts/consent-cookie.ts';
import { languages } from '../src/contracts/language.ts';
import { schoolZonePaths } from '../src/contracts/calls/school-zone.ts';
import { givesMembership, type Subscription, type SubscriptionAnswer } from '../src/contracts/calls/subscription.ts';
import { boxesOf, shiftsOf, untilFontsShown, watchShifts } from './support/browser.ts';
import { classroomUrl, openClassroom, play, skills, studentsOf, newTeacher } from './support/school.ts';
import { beSignedIn } from './support/parent.ts';
import { messages } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { browser, setUpPortal } from './support/setup.ts';

setUpPortal();

const widths = [375, 1440];

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
  return context;
};
const answerConsent = (context: BrowserContext): Promise<void> =>
  context.addCookies([{ name: consentCookie.name, value: consentCookie.scrolled, url: portalUrl }]);

/** Returns the empty pixels in the panel of the plan, between two of its parts or below the last one. */
const emptyBelow = (page: Page): Promise<number> =>
  page.locator('maths-dashboard .maths-plan').evaluate((panel) => {
    const parts = [...(panel.querySelector('.maths-plan-body')?.children ?? [])].map((part) =>
      part.getBoundingClientRect(),
    );
    const ends = [...parts.slice(1).map(({ top }) => top), panel.getBoundingClientRect().bottom];
    return Math.max(...parts.map(({ bottom }, index) => (ends[index] ?? bottom) - bottom));
  });

describe.each(widths)('the dashboard does not move while its data loads, at %d px', (width) => {
  const price = { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 } as const;
  const plans = (['trialing', 'active', 'ended'] as const).map((status): ApiSuccess<SubscriptionAnswer> => {
    const subscription: Subscription = {
      store: 'stripe',
      status,
      currentPeriodEnd: '2031-12-21T10:00:00.000Z',
      cancelAtPeriodEnd: false,
      price,
    };
    const offer = status === 'ended' ? { price, trialEnd: null } : null;
    return { success: true, isSubscribed: givesMembership[status], subscription, offer };
  });
  /** A parent who never paid sees the offer, which has the longest text. */
  const offered: ApiSuccess<SubscriptionAnswer> = {
    success: true,
    isSubscribed: false,
    subscription: null,
    offer: { price, trialEnd: '2031-12-21T10:00:00.000Z' },
  };
  const newcomer: ApiSuccess<{ data: UserData }> = { success: true, data: { id: 'parent', integrations: [] } };
  const customer: ApiSuccess<{ data: UserData }> = {
    success: true,
    data: { id: 'parent', integrations: [{ service: stripeService, serviceKey: 'cus_1' }] },
  };

  const states = [
    ...plans.map((plan) => ({ name: plan.subscription?.status, plan, account: customer })),
    { name: 'never paid', plan: offered, account: newcomer },
  ];
  it.each(states)('keeps the layout of the dashboard: $name', async ({ plan, account }) => {
    const context = await openContext(width);
    await beSignedIn(context);
    await answerConsent(context);
    for (const language of languages) {
      const page = await context.newPage();
      const script = await hold(page, chunkOf('dashboard'));
      const user = await hold(page, at(apiPaths.user), account);
      const status = await hold(page, at(apiPaths.subscriptionStatus), plan);
      await page.goto(`${portalUrl}/dashboard?lang=${language}`);
      const boxes = page.locator('maths-dashboard :is(.maths-panel, .maths-leave), .foot');
      await page.locator('h1').waitFor();
      await untilFontsShown(page);
      const frame = page.locator('h1, .room-dashboard, .foot');
      // The prerendered page, as it is painted first.
      const first = await boxesOf(frame);
      expect(await page.locator('maths-dashboard > [slot]').isVisible()).toBe(false);
      script();
      await page.locator('maths-dashboard .maths-skeleton').waitFor();
      const isOneColumn = width < 860;
      if (!isOneColumn) expect(await boxesOf(frame), language).toEqual(first);
      const before = await boxesOf(boxes);
      user();
      status();
      await page.locator('maths-dashboard .maths-pill').waitFor();
      // In one column the panel has no hole below its content, so what follows moves up. It was not visible before.
      if (isOneColumn) {
        expect(await emptyBelow(page), language).toBeLessThan(40);
        expect((await page.locator('maths-dashboard .maths-leave').boundingBox())?.height, language).toBeGreaterThan(
          40,
        );
      } else expect(await boxesOf(boxes), language).toEqual(before);
      expect(await shiftsOf(page), language).toEqual([]);
    }
    await context.close();
  });
});

// French is the longer language.
describe.each([320, 1440])('the page after a purchase does not move, at %d px', (width) => {
  const results = {
    trial: { status: 'trialing', isSubscribed: true },
    pending: { status: 'ended', isSubscribed: false },
  } as const;

  it.each(['trial', 'pending'] as const)('keeps its layout while the result loads: %s', async (kind) => {
    const { status, isSubscribed } = results[kind];
    const subscription: Subscription = {
      store: 'stripe',
      status,
      currentPeriodEnd: '2031-12-21T10:00:00.000Z',
      cancelAtPeriodEnd: false,
      price: null,
    };
    const context = await openContext(width);
    await beSignedIn(context);
    await answerConsent(context);
    const page = await context.newPage();
    const script = await hold(page, chunkOf('confirmation'));
    const answer = await hold(page, at(apiPaths.refreshSubscription), { success: true, isSubscribed, subscription });
    await page.goto(`${portalUrl}/confirmation?lang=fr&checkout=cs_test_1`);
    const { heading } = messages.fr.site.confirmation.membership[kind];
    await page.getByRole('main').getByRole('status').waitFor();
    await untilFontsShown(page);
    const boxes = page.locator('h1, .cheer, .cheer .lead, .room-confirmation, .foot');
    // The prerendered page, as it is painted first.
    const before = await boxesOf(boxes);
    script();
    await page.locator('maths-confirmation .maths-steps').waitFor();
    expect(await boxesOf(boxes)).toEqual(before);
    answer();
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await boxesOf(boxes)).toEqual(before);
    expect(await shiftsOf(page)).toEqual([]);
    await context.close();
  });
});

describe.each(widths)('the page of a class does not move while the class loads, at %d px', (width) => {
  let classroomID: string;
  beforeAll(async () => {
    const classroom = await openClassroom(newTeacher(30));
    ({ classroomID } = classroom);
    const [student = ''] = await studentsOf(classroom);
    await Promise.all(skills.slice(0, 2).map((skill) => play(classroom, student, skill)));
  });

  it.each(languages)('keeps the layout of the class: %s', async (language) => {
    const context = await openContext(width);
    await answerConsent(context);
    const page = await context.newPage();
    const script = await hold(page, chunkOf('classroom'));
    const answer = await hold(page, (url) => url.pathname.startsWith(`${schoolZonePaths.classrooms}/`));
    await page.goto(classroomUrl(classroomID, language));
    await page.locator('.foot').waitFor();
    await untilFontsShown(page);
    script();
    const loading = page.locator('maths-classroom').getByRole('status');
    await loading.waitFor();
    answer();
    await page.locator('maths-classroom').getByRole('table').waitFor();
    expect(await loading.filter({ hasText: /…/ }).count()).toBe(0);
    expect(await shiftsOf(page)).toEqual([]);
    await context.close();
  });
});

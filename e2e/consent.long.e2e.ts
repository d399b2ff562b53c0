import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { languages } from '../src/contracts/language.ts';
import { requestsOf, type Sent, untilQuiet } from './support/browser.ts';
import { expectFocusOn, press } from './support/keyboard.ts';
import { beSignedIn, submit } from './support/parent.ts';
import { messages as texts } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

const messages = { en: texts.en.site.consent, fr: texts.fr.site.consent };

let sent: Sent[];
setUpPage();
beforeEach(() => {
  sent = requestsOf(context);
});

/** Counts the calls to the analytics log. src/telemetry/telemetry.dom.test.ts checks their content. */
const counted = (): number => sent.filter(({ url }) => url === portalUrl + apiPaths.analyticsLog).length;

const open = async (path: string): Promise<void> => {
  await page.goto(portalUrl + path);
  await page.locator('h1').waitFor();
  await untilQuiet(page);
};

const consentCookie = async () => (await context.cookies()).find(({ name }) => name === 'CookieConsent');

const banner = (on = page) => on.getByRole('region', { name: messages.en.heading });
const button = (name: 'accept' | 'refuse' | 'again', on = page) => on.getByRole('button', { name: messages.en[name] });
const checkbox = (on = page) => on.getByRole('checkbox', { name: 'To stay logged in we store one cookie' });
/** A window that shows the banner of a form's page. A scroll to it would close it. */
const tall = { width: 1280, height: 1600 };
/** Turns the wheel until the page is scrolled half-way down. */
const scrollDown = () => page.mouse.wheel(0, 10_000);

describe('analytics on the front page', () => {
  it('sends no event before the parent has accepted in the banner, and then one, to the portal only', async () => {
    await open('/?lang=fr&utm_source=partner');
    expect(counted()).toBe(0);
    await page.getByRole('button', { name: messages.fr.accept }).click();
    await expect.poll(counted).toBe(1);
    await untilQuiet(page);
    expect(counted()).toBe(1);
    expect(sent.filter(({ url }) => new URL(url).origin !== portalUrl)).toEqual([]);
  });

  it('counts the visit of a signed-in parent before it redirects to the dashboard', async () => {
    await beSignedIn(context);
    await context.addCookies([{ name: 'CookieConsent', value: 'true', url: portalUrl }]);
    await page.goto(portalUrl);
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await expect.poll(counted).toBe(1);
  });
});

describe('the consent banner', () => {
  it.each(languages)('leaves the trial and its price in sight on a small laptop, in %s', async (language) => {
    await open(`/?lang=${language}`);
    await page.getByRole('region', { name: messages[language].heading }).waitFor();
    for (const height of [625, 768, 801]) {
      await page.setViewportSize({ width: 1366, height });
      for (const part of ['.hero .maths-button', '.hero .price-line']) {
        const isInSight = await page.locator(part).evaluate((element) => {
          const { x, y, width, height: high } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + width / 2, y + high / 2));
        });
        expect(isInSight, `${part}, ${height} px`).toBe(true);
      }
    }
  });

  it('lets a visitor answer the banner by the keyboard alone and continue reading', async () => {
    await open('/?lang=en');
    await press(button('accept'));
    await expectFocusOn(page.getByRole('heading', { level: 1 }));
    expect(await banner().count()).toBe(0);
    await expect.poll(counted).toBe(1);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await banner().count()).toBe(0);
  });

  it('lets a visitor refuse consent, open the banner again at the foot of the page, and accept', async () => {
    await open('/?lang=en');
    await button('refuse').click();
    expect((await consentCookie())?.value).toBe('refused');
    await press(button('again'));
    await expectFocusOn(banner());
    await banner().getByText(messages.en.now.refused).waitFor();
    expect(counted()).toBe(0);
    await press(button('accept'));
    await expectFocusOn(button('again'));
    expect((await consentCookie())?.value).toBe('true');
    await expect.poll(counted).toBe(1);
  });

  it('closes after a scroll past a quarter of the page, which satisfies the form', async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    await open('/signin?lang=en');
    await checkbox().waitFor();
    await scrollDown();
    await expect.poll(async () => (await consentCookie())?.value).toBe('scroll');
    await expect.poll(() => banner().count()).toBe(0);
    expect(await checkbox().count()).toBe(0);
  });

  it('replaces the consent box of the sign-in: accepting hides the box, refusing shows it again', async () => {
    await page.setViewportSize(tall);
    await open('/signin?lang=en');
    await checkbox().waitFor();
    await button('accept').click();
    await expect.poll(() => checkbox().count()).toBe(0);
    await button('again').click();
    await button('refuse').click();
    await checkbox().waitFor();
  });

  // French is the longer language.
  it.each(['/signin', '/signup', '/schoolzone/teacher/signup'])(
    'never covers the form on a phone: %s',
    async (path) => {
      await page.setViewportSize({ width: 375, height: 667 });
      // A scroll would close the banner, so the page hears of none.
      await page.addInitScript(() => addEventListener('scroll', (event) => event.stopImmediatePropagation(), true));
      await open(`${path}?lang=fr`);
      await submit(page).waitFor();
      await page.getByRole('button', { name: messages.fr.accept }).waitFor();
      const controls = page.locator('main form').locator('input, select, button, a').filter({ visible: true });
      expect(await controls.count()).toBeGreaterThan(3);
      for (const control of await controls.all()) {
        await control.scrollIntoViewIfNeeded();
        const [one, other] = await Promise.all([control.boundingBox(), page.locator('.consent').boundingBox()]);
        if (one === null || other === null) throw new Error('the form or the banner is not there');
        expect(one.y + one.height <= other.y || one.y >= other.y + other.height).toBe(true);
      }
    },
  );
});

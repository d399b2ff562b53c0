import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { requestsOf, type Sent } from './support/browser.ts';
import { beSignedIn, fillIn, goToDashboard, newParent, submit, tickAll } from './support/parent.ts';
import { onPaymentPage } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { beginStories, context, page } from './support/story.ts';

let sent: Sent[];
beginStories();
beforeEach(() => {
  sent = requestsOf(context);
});

/** How often the analytics log was told something. What an event says: src/telemetry/telemetry.dom.test.ts. */
const counted = (): number => sent.filter(({ url }) => url === portalUrl + apiPaths.analyticsLog).length;

const open = async (path: string): Promise<void> => {
  await page.goto(portalUrl + path);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
};

const consent = (value: string) => context.addCookies([{ name: 'CookieConsent', value, url: portalUrl }]);

describe('the front page', () => {
  it('tells nobody of a visit before the parent has agreed by a click, and then once', async () => {
    await open('/?lang=fr&utm_source=partner');
    await page.getByRole('banner').getByRole('link', { name: 'Essai de 7 jours' }).click();
    await fillIn(page, newParent());
    await tickAll(page);
    expect(counted()).toBe(0);

    await submit(page).click();
    await onPaymentPage(page);
    const signUps = 1;
    expect(counted()).toBe(signUps);
    await goToDashboard(page);
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Le jeu de maths' }).waitFor();
    await expect.poll(counted).toBe(signUps + 1);
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'The maths game' }).waitFor();
    expect(counted()).toBe(signUps + 1);
  });

  it.each(['false', 'scroll', 'anything'])('stays silent when the consent cookie says %s', async (value) => {
    await consent(value);
    await open('/');
    expect(counted()).toBe(0);
  });

  it('obeys Global Privacy Control more than a consent', async () => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await consent('true');
    await open('/');
    expect(counted()).toBe(0);
  });

  it('counts no parent who is on the way to the dashboard', async () => {
    await beSignedIn(context);
    await consent('true');
    await page.goto(portalUrl);
    await page.waitForURL('**/dashboard/');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    expect(counted()).toBe(0);
  });
});

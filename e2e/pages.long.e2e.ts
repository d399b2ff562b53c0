import { describe, expect, it } from 'vitest';
import { beSignedIn, email } from './support/parent.ts';
import { messages } from './support/payment.ts';
import { portalUrl, urlOf } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

setUpPage();

const goTo = (path: string) => page.goto(portalUrl + path);
const address = () => page.url().slice(portalUrl.length);
const heading = () => page.locator('h1').textContent();
const noBox = { x: 0, y: 0, width: 0, height: 0 };

describe('pages without a session', () => {
  it('redirects from the dashboard to sign-in, with language and coupon', async () => {
    await goTo('/dashboard?lang=fr&coupon=ETE');
    await email(page).waitFor();
    expect(address()).toBe('/signin?lang=fr&coupon=ETE');
    expect(await heading()).toBe('Connexion');
  });

  it.each([
    ['/somewhere/else?token=secret', '/'],
    ['/schoolzone/teacher/some/where?lang=fr&token=secret', '/schoolzone/teacher/signup?lang=fr'],
  ])('redirects the unknown path %s to %s', async (path, known) => {
    await goTo(path);
    await page.locator('h1').waitFor();
    await expect.poll(address).toBe(known);
    const { notice } = messages[path.includes('lang=fr') ? 'fr' : 'en'].site;
    await page.getByRole('banner').getByText(notice.unknownAddress).waitFor();
  });

  it('says also to a signed-in parent, who is led to the account, that an address does not exist', async () => {
    await beSignedIn(context);
    await goTo('/somewhere/else');
    await page.waitForURL(urlOf('/dashboard'));
    await page.getByRole('banner').getByText(messages.en.site.notice.unknownAddress).waitFor();
    expect(address()).toBe('/dashboard');
  });

  it('keeps the query string, but no secret, in the header’s links', async () => {
    await goTo('/?lang=fr&coupon=ETE&token=secret&playfab_token=secret');
    await page.getByRole('banner').getByRole('link', { name: 'Connexion' }).click();
    await page.waitForURL(urlOf('/signin'));
    expect(new URL(page.url()).search).toBe('?lang=fr&coupon=ETE');
  });
});

/**
 * Returns the number of colours in a picture. An empty page decodes it, because the portal's policy forbids `data:`.
 */
const countColours = async (png: Buffer): Promise<number> => {
  const blank = await context.newPage();
  const count = await blank.evaluate(async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const drawing = canvas.getContext('2d');
    drawing?.drawImage(picture, 0, 0);
    return new Set(new Uint32Array(drawing?.getImageData(0, 0, picture.width, picture.height).data.buffer ?? [])).size;
  }, png.toString('base64'));
  await blank.close();
  return count;
};

describe('the hero on a wide screen', () => {
  it.each([1441, 1920, 3440])('draws nothing behind its text, and reaches both edges, %i px wide', async (width) => {
    await page.setViewportSize({ width, height: 1200 });
    await goTo('/?lang=fr');
    const drawing = (await page.locator('.scene').boundingBox()) ?? noBox;
    expect(drawing.x).toBeLessThanOrEqual(0);
    expect(drawing.x + drawing.width).toBeGreaterThanOrEqual(width);
    const texts = page.locator('.hero-say').locator('h1, .lead, .maths-button');
    const boxes = await texts.evaluateAll((all) =>
      all.map((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { x, y, width: wide, height } = range.getBoundingClientRect();
        return { x, y, width: wide, height };
      }),
    );
    await page.locator('.hero-say').evaluate((text: HTMLElement) => text.style.setProperty('visibility', 'hidden'));
    for (const clip of boxes) expect(await countColours(await page.screenshot({ clip }))).toBe(1);
  });
});

describe('the language bar', () => {
  it('opens the page in the other language, with its path and query', async () => {
    await goTo('/signup?coupon=ETE');
    await page.getByRole('link', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Commencez votre essai gratuit' }).waitFor();
    await page.locator('maths-sign-up').getByText('Mot de passe').first().waitFor();
    expect(address()).toBe('/signup?coupon=ETE&lang=fr');
    expect(await page.evaluate(() => [document.documentElement.lang, document.title])).toEqual([
      'fr',
      'Commencez votre essai gratuit – Numeria',
    ]);
  });
});

describe('the first screen at 375 × 667', () => {
  it.each(['/signup', '/signin', '/reset-password'])('shows the form of %s without scrolling', async (path) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await goTo(`${path}?lang=fr`);
    await email(page).waitFor();
    const box = await page.locator('button[type="submit"]').boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(667);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});

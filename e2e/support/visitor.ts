import { type Frame, launch, type LaunchOptions, type Page, TimeoutError } from 'puppeteer-core';
import type { Actions, WebDriver, WebElement } from 'selenium-webdriver';
import { beforeAll, beforeEach, expect, vi } from 'vitest';
import { browserArguments, ensureBrowser, findProgram } from '../../scripts/test-tools/requirements.mjs';
import { startWebKit } from '../../scripts/test-tools/webkit.mjs';
import type { Parent } from './parent.ts';

/** A page, or the frame in it. A selector also finds elements in shadow roots, and an action waits for its element. */
type View = {
  fill(selector: string, text: string): Promise<void>;
  press(selector: string): Promise<void>;
  /** Returns the texts of all matching elements, at this moment. */
  text(selector: string): Promise<string>;
};

/** A person with an empty browser. `frame` is the first frame of the page. */
type Visitor = View & { open(url: string): Promise<void>; url(): Promise<string>; frame: View; leave(): Promise<void> };

/** `>>>` is Puppeteer's prefix for selectors that look into shadow roots. */
const viewByPuppeteer = (frame: () => Promise<Frame>): View => ({
  fill: async (selector, text) => (await frame()).locator(`>>> ${selector}`).fill(text),
  press: async (selector) => (await frame()).locator(`>>> ${selector}`).click(),
  text: async (selector) =>
    (await frame()).$$eval(`>>> ${selector}`, (found) => found.map(({ textContent }) => textContent).join('\n')),
});

/** Returns when the document started, which no two documents share, or undefined while it is loading. */
const startOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (document.readyState === 'complete' ? performance.timeOrigin : undefined));

/**
 * Opens an address. Puppeteer waits for an event that Firefox may send for another navigation when a page changes its own
 * address while it loads (https://github.com/puppeteer/puppeteer/issues/13041). The page itself is asked then.
 */
const openByPuppeteer = async (page: Page, url: string): Promise<void> => {
  const before = await startOf(page);
  await page.goto(url, { timeout: 10_000 }).catch(async (error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
    await expect.poll(() => startOf(page)).not.toBeOneOf([before, undefined]);
  });
};

const startByPuppeteer = async (options: LaunchOptions) => {
  const browser = await launch(options);
  const visit = async (): Promise<Visitor> => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    return {
      ...viewByPuppeteer(async () => page.mainFrame()),
      open: (url) => openByPuppeteer(page, url),
      url: async () => page.url(),
      frame: viewByPuppeteer(() => page.waitForFrame((frame) => frame.parentFrame() !== null)),
      leave: () => context.close(),
    };
  };
  return { visit, stop: () => browser.close() };
};

/** Runs in the page. Returns all elements that match, also those in shadow roots. */
const findDeep = (selector: string): Element[] => {
  const search = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(selector) ? [element] : []),
      ...(element.shadowRoot === null ? [] : search(element.shadowRoot)),
    ]);
  return search(document);
};

const visitorByWebDriver = (driver: WebDriver): Visitor => {
  const find = (selector: string): Promise<WebElement[]> => driver.executeScript(findDeep, selector);
  const waitFor = (selector: string): Promise<WebElement> =>
    vi.waitFor(
      async () => {
        for (const element of await find(selector)) if (await element.isDisplayed()) return element;
        throw new Error(`${selector} did not appear`);
      },
      { timeout: 15_000 },
    );
  const enterPage = (): Promise<void> => driver.switchTo().defaultContent();
  const enterFrame = async (): Promise<void> => {
    await enterPage();
    await driver.switchTo().frame(await waitFor('iframe'));
  };
  const viewOf = (enter: () => Promise<void>): View => {
    /** WebKit's driver refuses `click` and `sendKeys` of a field in a shadow root, but not of a pointer over it. */
    const clickOn = async (selector: string): Promise<Actions> => {
      await enter();
      const target = await waitFor(selector);
      await driver.executeScript((element: Element) => element.scrollIntoView({ block: 'center' }), target);
      return driver.actions().move({ origin: target }).click();
    };
    return {
      fill: async (selector, text) => (await clickOn(selector)).sendKeys(text).perform(),
      press: async (selector) => (await clickOn(selector)).perform(),
      text: async (selector) => {
        await enter();
        const texts = await Promise.all((await find(selector)).map((element) => element.getText()));
        return texts.join('\n');
      },
    };
  };
  return {
    ...viewOf(enterPage),
    open: (url) => driver.get(url),
    url: () => driver.getCurrentUrl(),
    frame: viewOf(enterFrame),
    leave: () => driver.quit(),
  };
};

const startWebKitGtk = async () => {
  const { open, stop } = await startWebKit();
  const visit = async (): Promise<Visitor> => {
    const driver = await open();
    // Higher than the longest form, because the driver does not scroll the page around a frame.
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 1600 });
    return visitorByWebDriver(driver);
  };
  return { visit, stop };
};

const firefox = findProgram('firefox');

/** The engines of this machine. */
export const engines = [
  { name: 'Chromium', start: () => startByPuppeteer({ executablePath: ensureBrowser(), args: browserArguments }) },
  ...(firefox === undefined
    ? []
    : [{ name: 'Firefox', start: () => startByPuppeteer({ browser: 'firefox', executablePath: firefox }) }]),
  ...(findProgram('webkit') === undefined ? [] : [{ name: 'WebKit', start: startWebKitGtk }]),
];

export let visitor: Visitor;

/** Starts the engine for a group of tests, and gives each test a visitor with an empty browser. */
export const setUpVisitor = ({ start }: Pick<(typeof engines)[number], 'start'>): void => {
  let engine: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    engine = await start();
    return engine.stop;
  });
  beforeEach(async () => {
    visitor = await engine.visit();
    return () => visitor.leave();
  });
};

export const submit = '[type=submit]';

/** Fills in and submits a form that asks for email and password. */
export const sendAccount = async (view: View, { email, password }: Parent): Promise<void> => {
  await view.fill('[name=email]', email);
  await view.fill('[name=password]', password);
  await view.press(submit);
};

export const untilText = (selector: string, text: string): Promise<void> =>
  expect.poll(() => visitor.text(selector)).toContain(text);

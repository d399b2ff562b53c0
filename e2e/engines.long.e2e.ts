import { type Frame, launch, type LaunchOptions, type Page, TimeoutError } from 'puppeteer-core';
import type { Actions, WebDriver, WebElement } from 'selenium-webdriver';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import enCancel from '../locales/en/cancel.json' with { type: 'json' };
import { browserArguments, ensureBrowser, findProgram } from '../scripts/test-tools/requirements.ts';
import { startWebKit } from '../scripts/test-tools/webkit.ts';
import { linkTo, mailTo } from './support/mailbox.ts';
import { newParent, openAccount, type Parent } from './support/parent.ts';
import { cards, messages } from './support/payment.ts';
import { newTeacher, schoolMessages } from './support/school.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPortal } from './support/setup.ts';

/** A page, or the frame in it. A selector also finds elements in shadow roots, and an action waits for its element. */
type View = {
  fill(selector: string, text: string): Promise<void>;
  press(selector: string): Promise<void>;
  /** Returns the texts of all matching elements, at this moment. */
  text(selector: string): Promise<string>;
};

/** A person with an empty browser. `frame` is the first frame of the page. */
type Visitor = View & { open(url: string): Promise<void>; url(): Promise<string>; frame: View; leave(): Promise<void> };

/**
 * `>>>` is Puppeteer's prefix for selectors that look into shadow roots. A locator alone waits for mutations, and
 * attaching a shadow root is none (https://github.com/puppeteer/puppeteer/pull/15292), so each frame is looked at.
 */
const locate = async (frame: Frame, selector: string) => {
  await frame.waitForSelector(`>>> ${selector}`, { visible: true });
  return frame.locator(`>>> ${selector}`);
};

const viewByPuppeteer = (frame: () => Promise<Frame>): View => ({
  fill: async (selector, text) => (await locate(await frame(), selector)).fill(text),
  press: async (selector) => (await locate(await frame(), selector)).click(),
  text: async (selector) =>
    (await frame()).$$eval(`>>> ${selector}`, (found) => found.map(({ textContent }) => textContent).join('\n')),
});

/** Returns when the document started, which no two documents share, or undefined while it is loading. */
const startOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (document.readyState === 'complete' ? performance.timeOrigin : undefined));

/**
 * Opens an address. Puppeteer waits for an event that Firefox may send for another navigation when a page changes its
 * own address while it loads (https://github.com/puppeteer/puppeteer/issues/13041). The page itself is asked then.
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
const engines = [
  { name: 'Chromium', start: () => startByPuppeteer({ executablePath: ensureBrowser(), args: browserArguments }) },
  ...(firefox === undefined
    ? []
    : [{ name: 'Firefox', start: () => startByPuppeteer({ browser: 'firefox', executablePath: firefox }) }]),
  ...(findProgram('webkit') === undefined ? [] : [{ name: 'WebKit', start: startWebKitGtk }]),
];

setUpPortal();

let visitor: Visitor;

const submit = '[type=submit]';

/** Fills in and submits a form that asks for email and password. */
const sendAccount = async (view: View, { email, password }: Parent): Promise<void> => {
  await view.fill('[name=email]', email);
  await view.fill('[name=password]', password);
  await view.press(submit);
};

const untilText = (selector: string, text: string): Promise<void> =>
  expect.poll(() => visitor.text(selector)).toContain(text);

const path = async (): Promise<string> => new URL(await visitor.url()).pathname.replace(/\/$/, '');

describe.each(engines)('in $name', ({ start }) => {
  let engine: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    engine = await start();
    return engine.stop;
  });
  beforeEach(async () => {
    visitor = await engine.visit();
    return () => visitor.leave();
  });

  it('lets a parent sign up, pay, read the plan, log out and log in', async () => {
    const parent = newParent();
    await visitor.open(`${portalUrl}/signup?lang=en`);
    for (const consent of ['agreement', 'cookies']) await visitor.press(`[name=${consent}]`);
    await sendAccount(visitor, parent);
    await visitor.fill('input[name=number]', cards.good);
    await visitor.press('form.pay button');
    await expect.poll(path).toBe('/confirmation');
    await untilText('[data-membership]:not([hidden]) h2', messages.en.site.confirmation.membership.trial.heading);
    await visitor.open(`${portalUrl}/dashboard`);
    await untilText('.maths-pill', messages.en.dashboard.plan.pill.trial);
    await visitor.press('header button');
    await untilText('header [role=status]', messages.en.site.notice.signedOut);
    await visitor.open(`${portalUrl}/signin`);
    await sendAccount(visitor, parent);
    await untilText('.maths-pill', messages.en.dashboard.plan.pill.trial);
  });

  it('lets a teacher sign up on a partner’s page and open the class from the mail', async () => {
    const teacher = newTeacher();
    await visitor.open(`${demoUrl}/?way=frame&lang=en&widget=teacher-signup`);
    await visitor.frame.fill('[name=numStudents]', String(teacher.numStudents));
    await visitor.frame.fill('[name=email]', teacher.email);
    await visitor.frame.fill('[name=name]', teacher.name);
    await visitor.frame.press(submit);
    await untilText('#log', '"classroomCode"');
    await visitor.open(linkTo(await mailTo(teacher.email, /classroom code/), '/schoolzone/teacher/classroom/'));
    await untilText('h1', teacher.name);
    await untilText('h2', schoolMessages.en.classroom.none.heading);
  });

  it('lets a parent end the contract in a frame of a partner, and confirm it by the mailed link', async () => {
    const parent = newParent();
    await openAccount(parent);
    await visitor.open(`${demoUrl}/?way=frame&lang=en&widget=cancel`);
    await visitor.frame.press('.maths-cancel-choice button');
    await visitor.frame.fill('[name=name]', 'Marie Curie');
    await visitor.frame.fill('[name=email]', parent.email);
    await visitor.frame.press(submit);
    await visitor.frame.press('.maths-button-danger');
    await expect.poll(() => visitor.frame.text('[role=status]')).toContain(parent.email);
    await untilText('#log', '"cancellation"');
    const { cancellation } = enCancel.kinds;
    await visitor.open(linkTo(await mailTo(parent.email, /received your cancellation/), '/cancel'));
    await visitor.press('.maths-button-danger');
    await untilText('[role=status]', cancellation.received.split('{{')[0] ?? '');
  });

  it.each(['inline', 'frame'])('signs a visitor of a partner in: %s', async (way) => {
    const parent = newParent();
    await openAccount(parent);
    await visitor.open(`${demoUrl}/?way=${way}&lang=en&widget=signin`);
    await sendAccount(way === 'frame' ? visitor.frame : visitor, parent);
    await untilText('#log', '"userID"');
  });
});

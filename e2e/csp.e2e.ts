import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Language, languages } from '../src/contracts/language.ts';
import { routes } from '../src/contracts/routes.ts';
import { complaintsOf, requestsOf, type Sent } from './support/browser.ts';
import { beSignedIn, goToDashboard } from './support/parent.ts';
import { openClassroom, play, skills, studentsOf } from './support/classroom.ts';
import { onPaymentPage, pay, pressOnDashboard, words } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { beginStories, browser, context, page } from './support/story.ts';
import { newTeacher } from './support/teacher.ts';

beginStories();

/** Every route; where one names a classroom, that of a class which has begun to play. */
let paths: string[];
beforeAll(async () => {
  const classroom = await openClassroom(newTeacher(35));
  const [student = ''] = await studentsOf(classroom);
  await Promise.all(skills.slice(0, 3).map((skill) => play(classroom, student, skill)));
  paths = Object.values(routes).map(({ path }) => path.replace(':id', classroom.classroomID));
});

const isShown = async (at: Page = page): Promise<void> => {
  await at.locator('h1, form, h2').first().waitFor();
  await at.waitForLoadState('networkidle');
};

/** Looks at every route in both languages, at the same time: most of it is waiting until nothing comes any more. */
const onEveryRoute = async (
  look: (at: Page, path: string, language: Language) => Promise<void>,
  width = 1280,
): Promise<void> => {
  const visit = async (language: Language): Promise<void> => {
    const visitor = await browser.newContext({ viewport: { width, height: 800 } });
    const at = await visitor.newPage();
    await at.addInitScript(collect);
    for (const path of paths) await look(at, path, language);
    await visitor.close();
  };
  await Promise.all(languages.map(visit));
};

const foreign = (sent: readonly Sent[]): string[] =>
  sent.map(({ url }) => new URL(url).origin).filter((origin) => origin !== portalUrl);

/** Runs in the page from its first moment. */
const collect = () => {
  const violations: string[] = [];
  const shifts: number[] = [];
  Object.assign(window, { violations, shifts });
  addEventListener('securitypolicyviolation', (event) => {
    violations.push(`${event.effectiveDirective}: ${event.blockedURI}`);
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
  }).observe({ type: 'layout-shift', buffered: true });
};

describe('the content security policy', () => {
  it('zero violations on every route', async () => {
    await onEveryRoute(async (at, path, language) => {
      const complaints = complaintsOf(at);
      const response = await at.goto(`${portalUrl}${path}?lang=${language}`);
      expect(response?.headers()['content-security-policy'], path).toContain("script-src 'self'");
      await isShown(at);
      expect(await at.evaluate('window.violations'), path).toEqual([]);
      expect(complaints, path).toEqual([]);
    });
  });

  it('zero violations from the dashboard to the payment page and back, and in the dialogs', async () => {
    const complaints = complaintsOf(page);
    await page.addInitScript(collect);
    const hasNoViolations = async (where: string): Promise<void> => {
      await isShown();
      expect(await page.evaluate('window.violations'), where).toEqual([]);
    };
    const { offer, delete: deletion } = words.en.dashboard;
    await beSignedIn(context);
    await goToDashboard(page);
    await hasNoViolations('dashboard');
    await pressOnDashboard(page, offer.first);
    await onPaymentPage(page);
    await hasNoViolations('payment page');
    await pay(page);
    await hasNoViolations('confirmation');
    await goToDashboard(page);
    await page.getByRole('button', { name: deletion.open }).click();
    await page.getByRole('button', { name: deletion.goOn }).click();
    await hasNoViolations('dialogs');
    expect(complaints).toEqual([]);
  });

  it('every request stays with the portal', async () => {
    await onEveryRoute(async (at, path, language) => {
      const sent = requestsOf(at.context());
      await at.goto(`${portalUrl}${path}?lang=${language}`);
      await isShown(at);
      expect(foreign(sent), path).toEqual([]);
    });
    const sent = requestsOf(context);
    await beSignedIn(context);
    await goToDashboard(page);
    await isShown();
    expect(foreign(sent)).toEqual([]);
  });
});

describe('the layout', () => {
  it.each([375, 768, 1440])('does not jump while a page loads, at %d px', async (width) => {
    await onEveryRoute(async (at, path, language) => {
      await at.goto(`${portalUrl}${path}?lang=${language}`);
      await isShown(at);
      const shifts: number[] = await at.evaluate('window.shifts');
      const sum = shifts.reduce((total, shift) => total + shift, 0);
      expect(sum, `${path} ${language} ${shifts}`).toBeLessThan(0.01);
    }, width);
  });
});

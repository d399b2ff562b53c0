import { setTimeout as after } from 'node:timers/promises';
import { type LocalServer, startLocalServer } from '../scripts/test-tools/ports.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startReceivers } from '../backend/testing/servers.ts';
import { type Language, languages } from '../src/contracts/language.ts';
import { routes } from '../src/contracts/routes.ts';
import { recordConsoleErrors, requestsOf, type Sent, untilQuiet, shiftsOf, watchShifts } from './support/browser.ts';
import { beSignedIn, goToDashboard } from './support/parent.ts';
import { openClassroom, play, skills, studentsOf, newTeacher } from './support/school.ts';
import { onPaymentPage, pay, pressOnDashboard, messages } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, browser, context, page } from './support/setup.ts';

const receivers = await startReceivers();

const pieceBytes = 1500;
/** The time between two pieces. It is longer than a frame, so that the browser paints each piece. */
const pauseMs = 40;

/** Starts a proxy that simulates a slow connection: a page arrives packet by packet, and everything else at once. */
const servePortalInPieces = (): Promise<LocalServer> =>
  startLocalServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', portalUrl), { redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    const kept = ['content-type', 'location', 'content-security-policy'];
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => kept.includes(name)).flat());
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return response.end(body);
    for (let from = 0; from < body.length; from += pieceBytes) {
      response.write(body.subarray(from, from + pieceBytes));
      await after(pauseMs);
    }
    return response.end();
  });

/** Every ID is configured. The browser must send no request even then. */
setUpPage({ settings: receivers.settings });
afterAll(() => receivers.close());

/** Every route. A route that names a classroom uses a class that has begun to play. */
let paths: string[];
beforeAll(async () => {
  const classroom = await openClassroom(newTeacher(35));
  const [student = ''] = await studentsOf(classroom);
  await Promise.all(skills.slice(0, 3).map((skill) => play(classroom, student, skill)));
  paths = Object.values(routes).map(({ path }) => path.replace(':id', classroom.classroomID));
});

const isShown = async (at: Page = page): Promise<void> => {
  await at.locator('h1, form, h2').filter({ visible: true }).first().waitFor();
  await untilQuiet(at);
};

/** Opens every route in both languages in parallel, because most of the time is spent waiting for network silence. */
const onEveryRoute = async (
  width: number,
  look: (at: Page, path: string, language: Language, visitor: BrowserContext) => Promise<void>,
): Promise<void> => {
  const visit = async (language: Language): Promise<void> => {
    const visitor = await browser.newContext({ viewport: { width, height: 800 } });
    const at = await visitor.newPage();
    await at.addInitScript(collect);
    await at.addInitScript(watchShifts);
    for (const path of paths) await look(at, path, language, visitor);
    await visitor.close();
  };
  await Promise.all(languages.map(visit));
};

const foreign = (sent: readonly Sent[], own: readonly string[]): string[] =>
  sent.map(({ url }) => new URL(url).origin).filter((origin) => !own.includes(origin));

/** Runs in the page before its own scripts. */
const collect = () => {
  const violations: string[] = [];
  Object.assign(window, { violations });
  addEventListener('securitypolicyviolation', (event) => {
    violations.push(`${event.effectiveDirective}: ${event.blockedURI}`);
  });
};

describe('the content security policy', () => {
  it('reports zero violations from the dashboard to the payment page and back, and in the dialogs', async () => {
    const consoleErrors = recordConsoleErrors(page);
    await page.addInitScript(collect);
    const hasNoViolations = async (where: string): Promise<void> => {
      await isShown();
      expect(await page.evaluate('window.violations'), where).toEqual([]);
    };
    const { offer, delete: deletion } = messages.en.dashboard;
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
    expect(consoleErrors).toEqual([]);
  });

  it('lets injected code create no policy that turns text into a script', async () => {
    await page.goto(`${portalUrl}/terms`);
    const create = "try { trustedTypes.createPolicy('injected', {}); 'created' } catch { 'refused' }";
    expect(await page.evaluate(create)).toBe('refused');
  });
});

const isStill = async (at: Page, where: string): Promise<void> => {
  const shifts = await shiftsOf(at);
  const sum = shifts.reduce((total, { score }) => total + score, 0);
  expect(sum, `${where} ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
};

describe('every route', () => {
  /** Loads the page, also from a copy of the portal at another origin. */
  const isQuiet = async (origin: string, at: Page, path: string, language: Language, visitor: BrowserContext) => {
    const consoleErrors = recordConsoleErrors(at);
    const sent = requestsOf(visitor);
    const response = await at.goto(`${origin}${path}?lang=${language}`);
    expect(response?.headers()['content-security-policy'], path).toContain("script-src 'self'");
    await isShown(at);
    expect(await at.evaluate('window.violations'), path).toEqual([]);
    expect(consoleErrors, path).toEqual([]);
    expect(foreign(sent, [portalUrl, origin]), path).toEqual([]);
    await isStill(at, `${path} ${language}`);
  };

  it('violates no policy, logs nothing, calls no other host and shifts nothing while it loads on a desktop', async () => {
    await onEveryRoute(1440, (...visit) => isQuiet(portalUrl, ...visit));
  });

  it('violates no policy, logs nothing, calls no other host and shifts nothing while it arrives in pieces on a phone', async () => {
    const slow = await servePortalInPieces();
    onTestFinished(slow.close);
    await onEveryRoute(375, (...visit) => isQuiet(slow.url, ...visit));
  });
});

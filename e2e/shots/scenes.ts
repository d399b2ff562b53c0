import type { BrowserContext, Page } from 'playwright-core';
import { apiPaths, type ApiSuccess } from '../../src/contracts/api.ts';
import { type Declaration, declarationPaths, type DeclarationState } from '../../src/contracts/calls/cancel.ts';
import { type Language, languages } from '../../src/contracts/language.ts';
import { classroomPath, type RouteName, routeNames, routes } from '../../src/contracts/routes.ts';
import { untilQuiet } from '../support/browser.ts';
import {
  openClassroom,
  play,
  skills,
  studentsOf,
  fillInTeacher,
  newTeacher,
  schoolMessages,
  type Teacher,
} from '../support/school.ts';
import { alert, beSignedIn, email, newParent, submit, untilReady, send } from '../support/parent.ts';
import { portalUrl } from '../support/settings.ts';

/** The data that the scenes of one portal share: a teacher, and the id of the class. */
export type Cast = { teacher: Teacher; classroomID: string };

/** A state of a page that a visitor can see, in either language. `elements/testing` has the states of an element. */
export type Scene = {
  name: string;
  route: RouteName;
  query?: Record<string, string>;
  visitor?: 'parent';
  /** The value of the consent cookie. With `null` there is no cookie, so the banner is shown. */
  consent?: null;
  /** The responses of calls, by path. */
  calls?: Record<string, object>;
  act?: (page: Page, language: Language, cast: Cast) => Promise<void>;
};

const sendIncomplete = async (page: Page): Promise<void> => {
  await submit(page).click();
  await alert(page).waitFor();
};

const sendFilled = async (page: Page): Promise<void> => {
  // The view ticks the box of a visitor who has accepted cookies. A click at the same moment would clear it.
  await untilReady(page);
  await send(page, newParent());
};

const chooseWithdrawal = (page: Page): Promise<void> => page.locator('.maths-cancel-choice button').last().click();

/** Opens the summary of a visitor's withdrawal. */
const declareWithdrawal = async (page: Page): Promise<void> => {
  await chooseWithdrawal(page);
  await page.locator('input[name=name]').fill('Marie Skłodowska-Curie');
  await email(page).fill('marie.sklodowska-curie@a-long-name-of-a-provider.example');
  await submit(page).click();
  await page.locator('.maths-recap').waitFor();
};

const declared = (state: DeclarationState): ApiSuccess<{ declaration: Declaration }> => ({
  success: true,
  declaration: { id: 'd1', kind: 'withdrawal', declaredAt: '2026-12-03T09:00:00.000Z', state },
});

/** A scene for every route. A route that needs data gets it, so that it shows more than an error. */
const entries: Partial<Record<RouteName, Omit<Scene, 'name' | 'route'>>> = {
  dashboard: { visitor: 'parent' },
  'widget-signin': { query: { origin: 'demo' } },
  'widget-signup': { query: { origin: 'demo' } },
  'widget-teacher-signup': { query: { origin: 'demo' } },
};
const opened: Scene[] = routeNames().map((route) => ({ name: route, route, ...entries[route] }));

const states: Scene[] = [
  { name: 'home, banner', route: 'home', consent: null },
  { name: 'signIn, banner', route: 'signIn', consent: null },
  { name: 'signIn, incomplete', route: 'signIn', act: sendIncomplete },
  {
    name: 'signIn, refused',
    route: 'signIn',
    act: async (page) => {
      await sendFilled(page);
      await alert(page).waitFor();
    },
  },
  {
    name: 'signIn, forgotten password',
    route: 'signIn',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Forgot|Mot de passe oublié)/ }).click();
      await page.locator('maths-sign-in h1').waitFor();
    },
  },
  { name: 'dashboard, banner', route: 'dashboard', visitor: 'parent', consent: null },
  {
    name: 'confirmation, pending',
    route: 'confirmation',
    visitor: 'parent',
    query: { checkout: 'cs_test_1' },
    calls: { [apiPaths.refreshSubscription]: { success: true, isSubscribed: false, subscription: null } },
  },
  { name: 'resetPassword, with a link', route: 'resetPassword', query: { token: 'A'.repeat(43) } },
  {
    name: 'teacherSignUp, refused',
    route: 'teacherSignUp',
    act: async (page, _language, { teacher }) => {
      await fillInTeacher(page, teacher);
      await submit(page).click();
      await alert(page).waitFor();
    },
  },
  {
    name: 'teacherSignUp, update',
    route: 'teacherSignUp',
    act: (page, language) =>
      page
        .locator('maths-teacher-sign-up')
        .getByRole('link', { name: schoolMessages[language]['teacher-sign-up'].switch.update })
        .click(),
  },
  { name: 'teacherSignUp, link', route: 'teacherSignUp', query: { mode: 'link' } },
  {
    name: 'cancel, incomplete',
    route: 'cancel',
    act: async (page) => {
      await chooseWithdrawal(page);
      await submit(page).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'cancel, summary', route: 'cancel', act: declareWithdrawal },
  {
    name: 'cancel, received',
    route: 'cancel',
    calls: { [declarationPaths.mailed]: declared('mailed') },
    act: async (page) => {
      await declareWithdrawal(page);
      await submit(page).click();
      await page.locator('maths-cancel').getByRole('status').waitFor();
    },
  },
  {
    name: 'cancel, received from a parent',
    route: 'cancel',
    query: { token: 'A'.repeat(43) },
    calls: { [declarationPaths.link]: declared('confirmed') },
    act: (page) => page.locator('.maths-cancel-reasons').waitFor(),
  },
  { name: 'widget-signin, of a stranger', route: 'widget-signin', query: { origin: 'stranger' } },
];

export const scenes: readonly Scene[] = [...opened, ...states];

/** Creates the data of the scenes: a class that plays. */
export const castScenes = async (): Promise<Cast> => {
  const teacher = { ...newTeacher(12), name: 'Camille Roy' };
  const classroom = await openClassroom(teacher);
  const students = await studentsOf(classroom);
  for (const [place, student] of students.slice(0, 9).entries()) {
    for (const skill of skills.slice(0, 1 + (place % 4))) await play(classroom, student, skill, 1 + (place % 4));
  }
  return { teacher, classroomID: classroom.classroomID };
};

const below = (path: string) => (url: URL) => url.pathname === path || url.pathname.startsWith(`${path}/`);

/** Opens the scene in a new browser context and waits until nothing moves. */
export const playScene = async (
  context: BrowserContext,
  { route, query = {}, visitor, consent, calls = {}, act }: Scene,
  language: Language,
  cast: Cast,
): Promise<Page> => {
  if (visitor === 'parent') await beSignedIn(context);
  if (consent === null) await context.clearCookies();
  else await context.addCookies([{ name: 'CookieConsent', value: 'scroll', url: portalUrl }]);
  const page = await context.newPage();
  for (const [path, json] of Object.entries(calls)) await page.route(below(path), (call) => call.fulfill({ json }));
  const path = route === 'classroom' ? classroomPath(cast.classroomID) : routes[route].path;
  await page.goto(`${portalUrl}${path}?${new URLSearchParams({ lang: language, ...query })}`);
  await page.locator('h1:visible, form:visible, maths-cancel h2:visible').first().waitFor();
  await untilQuiet(page);
  if (act !== undefined) {
    await act(page, language, cast);
    await untilQuiet(page);
  }
  await page.evaluate('document.fonts.ready.then(() => true)');
  return page;
};

export const scenesInBothLanguages = languages.flatMap((language) => scenes.map((scene) => ({ scene, language })));

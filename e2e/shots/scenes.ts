import type { BrowserContext, Page } from 'playwright-core';
import { apiPaths, type ApiSuccess } from '../../src/contracts/api.ts';
import { type Declaration, declarationPaths, type DeclarationState } from '../../src/contracts/calls/cancel.ts';
import { type Language, languages } from '../../src/contracts/language.ts';
import { classroomPath, type RouteName, routeNames, routes } from '../../src/contracts/routes.ts';
import { type RequestedChange, schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import { givesMembership, type Subscription } from '../../src/contracts/calls/subscription.ts';
import { faults, untilQuiet } from '../support/browser.ts';
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
import {
  alert,
  email,
  fillIn,
  keepSession,
  newParent,
  openAccount,
  type SignedUp,
  submit,
  tickAll,
  untilReady,
} from '../support/parent.ts';
import { portalUrl } from '../support/settings.ts';
import { messages } from '../support/payment.ts';

/** The data that the scenes of one portal share. */
export type Cast = {
  teacher: Teacher;
  emptyClass: string;
  class: string;
  /** The account of each scene with a signed-in parent, by the scene's name. Sign-ups from one address are limited. */
  parents: ReadonlyMap<string, SignedUp>;
};

/** The faults or responses of calls, by path. */
type Calls = Record<string, keyof typeof faults | object>;

/** A state of a page that a visitor can see, in either language. */
export type Scene = {
  name: string;
  route: RouteName;
  query?: Record<string, string>;
  /** The class that the scene shows. */
  id?: (cast: Cast) => string;
  visitor?: 'parent';
  /** The value of the consent cookie. With `null` there is no cookie, so the banner is shown. */
  consent?: null;
  calls?: Calls;
  act?: (page: Page, language: Language, cast: Cast) => Promise<void>;
};

const status = (changes: Partial<Subscription> | null): Calls => {
  const subscription: Subscription | null = changes && {
    store: 'stripe',
    status: 'active',
    currentPeriodEnd: '2031-12-21T10:00:00.000Z',
    cancelAtPeriodEnd: false,
    price: { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 },
    ...changes,
  };
  const isSubscribed = subscription !== null && givesMembership[subscription.status];
  const answer = { success: true, isSubscribed, subscription };
  const data = { id: 'u1', integrations: [{ service: 'Stripe', serviceKey: 'cus_1' }] };
  // The paths of the other two begin with the first, and the last match answers.
  return {
    [apiPaths.user]: { success: true, data },
    [apiPaths.subscriptionStatus]: answer,
    [apiPaths.refreshSubscription]: answer,
  };
};

const sendIncomplete = async (page: Page): Promise<void> => {
  await submit(page).click();
  await alert(page).waitFor();
};

const mailedChange: ApiSuccess<RequestedChange> = {
  success: true,
  change: { kind: 'update', numStudents: 22, currentStudents: 24, removedCodes: ['232', '241'], reinitialize: true },
  classroomCode: 'K7P-42M',
};

const sendFilled = async (page: Page): Promise<void> => {
  // The view ticks the box of a visitor who has accepted cookies. A click at the same moment would clear it.
  await untilReady(page);
  await fillIn(page, newParent());
  await tickAll(page);
  await submit(page).click();
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
  classroom: { id: (cast) => cast.class },
  widgetSignIn: { query: { origin: 'demo' } },
  widgetSignUp: { query: { origin: 'demo' } },
  widgetTeacherSignUp: { query: { origin: 'demo' } },
};
const opened: Scene[] = routeNames().map((route) => ({ name: route, route, ...entries[route] }));

const plans: Scene[] = (
  [
    ['trial', { status: 'trialing' }],
    ['active', {}],
    ['cancelled', { cancelAtPeriodEnd: true }],
    ['payment failed', { status: 'past_due' }],
    ['on hold', { status: 'unpaid' }],
    ['ended', { status: 'ended' }],
    ['App Store', { store: 'apple', price: null }],
  ] as const
).map(([plan, changes]) => ({
  name: `dashboard, ${plan}`,
  route: 'dashboard',
  visitor: 'parent',
  calls: status(changes),
}));

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
      await page.locator('form h1').waitFor();
    },
  },
  { name: 'dashboard, banner', route: 'dashboard', visitor: 'parent', consent: null },
  {
    name: 'dashboard, loading',
    route: 'dashboard',
    visitor: 'parent',
    calls: { [apiPaths.subscriptionStatus]: 'no response' },
  },
  {
    name: 'dashboard, error',
    route: 'dashboard',
    visitor: 'parent',
    calls: { [apiPaths.user]: 'HTML instead of JSON', [apiPaths.subscriptionStatus]: 'HTML instead of JSON' },
    act: (page) => page.locator('maths-dashboard .maths-message').waitFor(),
  },
  {
    name: 'dashboard, deletion: warning',
    route: 'dashboard',
    visitor: 'parent',
    act: (page, language) => page.getByRole('button', { name: messages[language].dashboard.delete.open }).click(),
  },
  {
    name: 'dashboard, deletion: last question',
    route: 'dashboard',
    visitor: 'parent',
    act: async (page, language) => {
      const said = messages[language].dashboard.delete;
      await page.getByRole('button', { name: said.open }).click();
      await page.getByRole('button', { name: said.goOn }).click();
    },
  },
  {
    name: 'confirmation, trial',
    route: 'confirmation',
    visitor: 'parent',
    query: { checkout: 'cs_test_1' },
    calls: status({ status: 'trialing' }),
  },
  {
    name: 'confirmation, pending',
    route: 'confirmation',
    visitor: 'parent',
    query: { checkout: 'cs_test_1' },
    calls: status(null),
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
        .getByRole('link', { name: schoolMessages[language].signUp.switch.update })
        .click(),
  },
  {
    name: 'teacherSignUp, link',
    route: 'teacherSignUp',
    query: { mode: 'link' },
  },
  { name: 'classroom, nobody played', route: 'classroom', id: (cast) => cast.emptyClass },
  { name: 'classroom, unknown', route: 'classroom', id: () => 'A'.repeat(22) },
  {
    name: 'classroomUpdate, with a link',
    route: 'classroomUpdate',
    query: { token: 'A'.repeat(43) },
    calls: { [schoolZonePaths.classroomUpdate]: mailedChange },
  },
  {
    name: 'levels, found',
    route: 'levels',
    act: async (page) => {
      await page.locator('maths-levels input[type=file]').setInputFiles('backend/levels/levels.csv');
      await page.locator('maths-levels .maths-level').first().waitFor();
    },
  },
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
  { name: 'widgetSignIn, of a stranger', route: 'widgetSignIn', query: { origin: 'stranger' } },
];

export const scenes: readonly Scene[] = [...opened, ...plans, ...states];

/** Creates the data of the scenes in an empty portal: two classes, one of which plays, and the parents. */
export const castScenes = async (): Promise<Cast> => {
  const teacher = { ...newTeacher(12), name: 'Camille Roy' };
  const [playing, waiting] = await Promise.all([openClassroom(teacher), openClassroom(newTeacher(12))]);
  const students = await studentsOf(playing);
  for (const [place, student] of students.slice(0, 9).entries()) {
    for (const skill of skills.slice(0, 1 + (place % 4))) {
      for (let level = 1; level <= 1 + ((place * 3) % skill.levels); level += 1) {
        await play(playing, student, skill, level);
      }
    }
  }
  const signedIn = scenes.filter(({ visitor }) => visitor === 'parent');
  const parents = new Map<string, SignedUp>();
  // One after another: each checks a password, and PlayFab's calls to the portal have a deadline.
  for (const { name } of signedIn) parents.set(name, await openAccount(newParent()));
  return { teacher, parents, class: playing.classroomID, emptyClass: waiting.classroomID };
};

const below = (path: string) => (url: URL) => url.pathname === path || url.pathname.startsWith(`${path}/`);

/** Opens the scene in a new browser context and waits until nothing moves. */
export const playScene = async (
  context: BrowserContext,
  { name, route, query = {}, id, consent, calls = {}, act }: Scene,
  language: Language,
  cast: Cast,
): Promise<Page> => {
  const parent = cast.parents.get(name);
  if (parent !== undefined) await keepSession(context, parent);
  if (consent !== null) await context.addCookies([{ name: 'CookieConsent', value: 'scroll', url: portalUrl }]);
  const page = await context.newPage();
  for (const [path, what] of Object.entries(calls)) {
    const fault = typeof what === 'string' ? faults[what] : undefined;
    await page.route(below(path), fault ?? ((call) => call.fulfill({ json: what })));
  }
  const path = route === 'classroom' && id ? classroomPath(id(cast)) : routes[route].path;
  await page.goto(`${portalUrl}${path}?${new URLSearchParams({ lang: language, ...query })}`);
  await page.locator('h1:visible, form:visible, maths-cancel h2:visible').first().waitFor();
  const hangs = Object.values(calls).includes('no response');
  if (!hangs) await untilQuiet(page);
  if (act !== undefined) {
    await act(page, language, cast);
    if (!hangs) await untilQuiet(page);
  }
  await page.evaluate('document.fonts.ready.then(() => true)');
  return page;
};

export const scenesInBothLanguages = languages.flatMap((language) => scenes.map((scene) => ({ scene, language })));

import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../config/endpoints.ts';
import { limits } from '../config/limits.ts';
import { userApiVersion } from '../contracts/api.ts';
import type { Call as Contract } from '../contracts/calls/call.ts';
import type { ErrorCode } from '../contracts/error-codes.ts';
import { schoolZoneErrorCodes } from '../contracts/school-zone-codes.ts';
import { tokenPattern } from '../contracts/session.ts';
import type { Result } from '../lib/result.ts';
import { createBillingClient } from './billing.ts';
import { createHttp, type HttpOptions } from './http/http.ts';
import { createIdentity } from './identity/identity.ts';
import { createRefreshEntityToken } from './users/session-renewal.ts';
import { createCancelClient } from './cancel.ts';
import { createLevelsClient } from './levels.ts';
import { createClassroomsClient } from './school-zone/classroom.ts';
import { createClassroomLinks } from './school-zone/classroom-links.ts';
import { createTeacherIdentity, createTeachersClient } from './school-zone/teachers.ts';
import { aSubscription, createTeacherBody, signInResponse } from './testing/builders.ts';
import { createRegistration } from './users/sign-up.ts';
import { createUsersClient } from './users/users.ts';

const portal = 'https://portal.example';
const token = 'Abc_-'.repeat(8) + 'xyz';
const p = encodeURIComponent(btoa(JSON.stringify({ token, p: '1' })));
const player = signInResponse();
const { SessionTicket: ticket, EntityToken: entity } = player.data;
const bearer = `Bearer ${token}`;

const createServices = (options: HttpOptions) => {
  const http = createHttp(options);
  const endpoints = createEndpoints(portal, {});
  return {
    users: createUsersClient(endpoints, http),
    identity: { ...createIdentity(endpoints, http), ...createRegistration(endpoints, http) },
    billing: createBillingClient(endpoints, http),
    cancel: createCancelClient(endpoints, http),
    refreshEntityToken: createRefreshEntityToken(endpoints, http),
    teacherIdentity: createTeacherIdentity(endpoints, http),
    teachers: createTeachersClient(endpoints, http),
    classrooms: createClassroomsClient(endpoints, http),
    links: createClassroomLinks(endpoints, http),
    levels: createLevelsClient(endpoints, http),
  };
};
type Services = ReturnType<typeof createServices>;

/** A call: what it sends, whether it is sent once after an error, its answer, its value if another, what it rejects. */
type Call = {
  call: (services: Services) => Promise<Result<unknown>>;
  sends: [request: string, credential: string | null, body?: unknown];
  once?: true;
  answer?: object;
  value?: unknown;
  rejects?: readonly object[];
};

const state = { isSubscribed: true, subscription: aSubscription({ status: 'trialing' }) };
const plan = (change: object) => ({ ...state, subscription: { ...state.subscription, ...change } });
const pageAt = (url: unknown) => ({ data: { session: { url } } });
const payment = 'https://checkout.stripe.com/c/pay/cs_test_1#fid';
const settings = 'https://billing.stripe.com/p/session/1';
const declaration = { id: 'd1', kind: 'withdrawal', declaredAt: '2026-12-01T09:00:00.000Z', state: 'confirmed' };
const cancelOverview = {
  subscription: aSubscription(),
  isRead: true,
  cancellationEndsAt: null,
  withdrawUntil: '2026-12-15',
  canUndo: true,
  latest: null,
};
const cancellation = { kind: 'cancellation', lang: 'fr' } as const;
const visitor = { ...cancellation, name: 'Marie', email: 'marie@example.com' };
const classroom = { classroomCode: 'K7P-42M', classroomID: 'abcdefghijklmnopqrstuv' };
const update = { email: 'teacher@school.example', numStudents: '30', reinitialize: 'false' } as const;
const change = { kind: 'update', numStudents: 30, currentStudents: 24, removedCodes: [], reinitialize: true };
const restore = { kind: 'restore', clearedAt: '2026-11-21T10:00:00.000Z' };
const ofClass = { classroomCode: 'K7P-42M' };
const purchase = { userID: 'user-1', token, language: 'fr' } as const;
const playfab = { code: 200, status: 'OK' };
const fresh = { EntityToken: 'fresh' };

const calls: Readonly<Record<string, Call>> = {
  'activates a token': {
    call: ({ users }) => users.activateToken(token),
    sends: ['PUT /api/user/integrations?p=1', null, `token=${token}`],
    value: {},
  },
  'activates a token for a partner, whose server gets a signed result': {
    call: ({ users }) => users.activateToken(token, { partner: 'web2wave', shown: 'US$1' }),
    sends: ['PUT /api/user/integrations?p=1', null, `token=${token}&partner=web2wave&shown=US%241`],
    answer: { idToken: 'signed', created: true },
  },
  'renews a token': {
    call: ({ users }) => users.activateToken(token, { replaces: 'old' }),
    sends: ['PUT /api/user/integrations?p=1', 'Bearer old', `token=${token}`],
    value: {},
  },
  'renews a token that was sent in a store link': {
    call: ({ users }) => users.activateToken(token, { replaces: 'old', leaving: true }),
    sends: ['PUT /api/user/integrations?p=1', 'Bearer old', `token=${token}&leaving=true`],
    value: {},
  },
  'signs out, also after the page is closed': {
    call: ({ users }) => users.signOut(token),
    sends: ['DELETE /api/user/integrations?p=1 keepalive', bearer],
  },
  'reads the user': {
    call: ({ users }) => users.user(token),
    sends: [`GET /api/user?p=${p}`, null],
    answer: { data: { id: 'u1', integrations: [{ service: 'Stripe', serviceKey: 'cus_1' }] } },
    value: { id: 'u1', integrations: [{ service: 'Stripe', serviceKey: 'cus_1' }] },
  },
  'reads the subscription': {
    call: ({ users }) => users.subscriptionStatus(token),
    sends: [`GET /api/user/subscription/status?p=${p}`, null],
    answer: state,
  },
  'reads the subscription of the specification, which has no plan': {
    call: ({ users }) => users.subscriptionStatus(token),
    sends: [`GET /api/user/subscription/status?p=${p}`, null],
    answer: { isSubscribed: true },
    value: { isSubscribed: true, subscription: null },
  },
  'deletes the account once, because a lost answer may have been a success': {
    call: ({ users }) => users.deleteAccount(token, 'fr'),
    sends: [`DELETE /api/user/?token=${token}&p=1&lang=fr`, null],
    once: true,
  },
  'reads the file of everything that is kept about the person': {
    call: ({ users }) => users.exportData(token),
    sends: ['GET /api/user/export', `Bearer ${token}`],
    answer: { file: '{}' },
    value: '{}',
  },
  'asks for the link that moves a membership in, once': {
    call: ({ users }) => users.mailMoveInLink(token, 'fr'),
    sends: ['POST /api/user/move-in', `Bearer ${token}`, { lang: 'fr' }],
    once: true,
    answer: {},
    value: undefined,
  },
  'opens the link that moves a membership in': {
    call: ({ users }) => users.openMoveInLink(token, 'secret'),
    sends: ['POST /api/user/move-in/link', `Bearer ${token}`, { secret: 'secret' }],
    answer: { isHere: true },
    value: true,
  },
  'sends a new password as it was typed': {
    call: ({ users }) => users.resetPassword('secret', '  été 🔑 ', true),
    sends: ['POST /api/user/password-reset', null, { token: 'secret', password: '  été 🔑 ', signOutDevices: true }],
    once: true,
    answer: { data: { code: 'K7QM-2XPD', devices: 'failed' } },
    value: { code: 'K7QM-2XPD', devices: 'failed' },
  },
  'opens the payment page again after an error, because an open checkout is reused': {
    call: ({ billing }) => billing.purchase({ ...purchase, coupon: 'ÉTÉ 25', shown: '7,99 $US' }),
    sends: [
      'POST /api/stripe/subscription/purchaseSession',
      bearer,
      { userID: 'user-1', lang: 'fr', coupon: 'ÉTÉ 25', shown: '7,99 $US' },
    ],
    answer: pageAt(payment),
    value: payment,
    rejects: [pageAt(null)],
  },
  'opens the payment page without a coupon': {
    call: ({ billing }) => billing.purchase(purchase),
    sends: ['POST /api/stripe/subscription/purchaseSession', bearer, { userID: 'user-1', lang: 'fr' }],
    answer: pageAt(payment),
    value: payment,
  },
  'opens the billing page': {
    call: ({ billing }) => billing.manage({ customerID: 'cus_1', token, language: 'en' }),
    sends: ['POST /api/stripe/subscription/manage', bearer, { customerID: 'cus_1', lang: 'en' }],
    answer: pageAt(settings),
    value: settings,
  },
  'refreshes the subscription with the checkout that the person returns from': {
    call: ({ billing }) => billing.refresh({ token, checkout: 'cs_test_1' }),
    sends: ['POST /api/stripe/subscription/refresh', bearer, { checkoutSessionID: 'cs_test_1' }],
    answer: state,
    rejects: [
      plan({ status: 'paused' }),
      plan({ price: { amount: '9.99', currency: 'usd' } }),
      plan({ currentPeriodEnd: 'soon' }),
      plan({ currentPeriodEnd: 2026 }),
      plan({ price: { ...state.subscription.price, currency: '$' } }),
      { subscription: null },
      { ...state, isSubscribed: 'yes' },
    ],
  },
  'refreshes the subscription without a checkout': {
    call: ({ billing }) => billing.refresh({ token }),
    sends: ['POST /api/stripe/subscription/refresh', bearer, {}],
    answer: { isSubscribed: false, subscription: null },
  },
  'reads what can be ended': {
    call: ({ cancel }) => cancel.read(token),
    sends: ['GET /api/user/declarations', bearer],
    answer: cancelOverview,
  },
  'takes a cancellation back': {
    call: ({ cancel }) => cancel.undo(token),
    sends: ['POST /api/user/declarations/undo', bearer, {}],
    once: true,
    answer: cancelOverview,
  },
  'ends the contract again after an error, because a repeated declaration is the same one': {
    call: ({ cancel }) => cancel.declare(token, cancellation),
    sends: ['POST /api/user/declarations', bearer, cancellation],
    answer: { declaration },
    value: declaration,
  },
  'declares for a visitor once, because each call sends a mail': {
    call: ({ cancel }) => cancel.declareByMail(visitor),
    sends: ['POST /api/user/declarations/mailed', null, visitor],
    once: true,
    answer: { declaration },
    value: declaration,
  },
  'reads a mailed declaration with its secret in a header only': {
    call: ({ cancel }) => cancel.readLink(token),
    sends: ['GET /api/user/declarations/link', bearer],
    answer: { declaration },
    value: declaration,
    rejects: [
      { declaration: { ...declaration, kind: 'other' } },
      { declaration: { ...declaration, declaredAt: 'yesterday' } },
      { declaration: null },
      {},
    ],
  },
  'confirms a mailed declaration with its secret in a header only': {
    call: ({ cancel }) => cancel.confirmLink(token),
    sends: ['POST /api/user/declarations/link', bearer, {}],
    answer: { declaration },
    value: declaration,
  },
  'says why': {
    call: ({ cancel }) => cancel.giveReason({ id: 'd1', reason: 'price' }),
    sends: ['POST /api/user/declarations/reason', null, { id: 'd1', reason: 'price' }],
    once: true,
  },
  'opens a class once': {
    call: ({ teachers }) => teachers.create(createTeacherBody(), 'fr'),
    sends: ['POST /api/schoolzone/teachers?lang=fr', null, new URLSearchParams(createTeacherBody()).toString()],
    once: true,
    answer: { ...classroom, more: 1 },
    value: classroom,
    rejects: [{}, { ...classroom, classroomID: '../../signin' }, { ...classroom, classroomCode: 7 }],
  },
  'requests a change of a class once, because only the newer link of two mails works': {
    call: ({ teachers }) => teachers.requestUpdate(update, 'en'),
    sends: ['PUT /api/schoolzone/classrooms?lang=en', null, new URLSearchParams(update).toString()],
    once: true,
  },
  'requests the link of a class once': {
    call: ({ teachers }) => teachers.requestLink({ email: 'a@b.example' }, 'fr'),
    sends: ['POST /api/schoolzone/classrooms/link?lang=fr', null, 'email=a%40b.example'],
    once: true,
  },
  'reads what a mailed link changes again after an error, because reading does not use it up': {
    call: ({ links }) => links.read(token),
    sends: ['GET /api/schoolzone/classrooms/update', bearer],
    answer: { change, ...ofClass },
    rejects: [{ kind: 'delete' }, { ...change, numStudents: '30' }, { kind: 'restore' }, null].map((other) => ({
      change: other,
      ...ofClass,
    })),
  },
  'reads what a mailed link restores': {
    call: ({ links }) => links.read(token),
    sends: ['GET /api/schoolzone/classrooms/update', bearer],
    answer: { change: restore, ...ofClass },
  },
  'applies what a mailed link changes once': {
    call: ({ links }) => links.apply(token, { newLink: true }),
    sends: ['POST /api/schoolzone/classrooms/update', bearer, { newLink: true }],
    once: true,
    answer: classroom,
  },
  'creates or opens a teacher’s account by an id only': {
    call: ({ teacherIdentity }) => teacherIdentity.loginWithCustomId('own id'),
    sends: [
      'POST /playfab/Client/LoginWithCustomID',
      null,
      { TitleId: 'MATHS', CustomId: 'own id', CreateAccount: true },
    ],
    answer: player,
    value: { success: true, ...player },
  },
  'links a teacher’s account to a custom id': {
    call: ({ teacherIdentity }) => teacherIdentity.linkCustomId(player, 'own id'),
    sends: ['POST /playfab/Client/LinkCustomID', ticket, { CustomId: 'own id' }],
    answer: { ...playfab, data: {} },
    value: undefined,
  },
  'links a teacher’s account to a device id': {
    call: ({ teacherIdentity }) => teacherIdentity.linkIosDeviceId(player, 'own id'),
    sends: ['POST /playfab/Client/LinkIOSDeviceID', ticket, { DeviceId: 'own id' }],
    answer: { ...playfab, data: {} },
    value: undefined,
  },
  'exchanges an entity token again after an error, because the old one stays valid': {
    call: ({ refreshEntityToken }) => refreshEntityToken(player),
    sends: ['POST /playfab/Authentication/GetEntityToken', entity.EntityToken, {}],
    answer: { ...playfab, data: fresh },
    value: { ...player, data: { ...player.data, EntityToken: fresh } },
    rejects: [{ ...playfab, data: {} }],
  },
};

/** Calls whose requests `identity.test.ts`, `classroom.test.ts` and `levels.test.ts` test. */
const others: Readonly<Record<string, Call['call']>> = {
  LoginWithEmailAddress: ({ identity }) => identity.signIn('a@b.example', 'long enough'),
  RegisterPlayFabUser: ({ identity }) => identity.register('a@b.example', 'long enough'),
  LinkCustomID: ({ identity }) => identity.linkCustomId(player, 'custom'),
  LinkAndroidDeviceID: ({ identity }) => identity.linkAndroidDeviceId(player, 'custom'),
  AddOrUpdateContactEmail: ({ identity }) => identity.keepContactAddress(player, 'a@b.example', true),
  'GetPlayerProfile, then AddOrUpdateContactEmail': ({ identity }) =>
    identity.keepContactAddress(player, 'a@b.example', false),
  ExecuteFunction: ({ identity }) =>
    identity.bindToken(player, { token, userApiVersion, newParentPortalAccount: true, lang: 'en' }),
  SendAccountRecoveryEmail: ({ identity }) => identity.sendRecoveryMail('a@b.example', 'en'),
  'reads the class': ({ classrooms }) => classrooms.read({ classroomID: 'c'.repeat(22) }),
  'lists levels': ({ levels }) => levels.find(['a'], null),
  'reads a level': ({ levels }) => levels.read(`${portal}/api/admin/levels/a.json`),
};

type Fault = {
  answer(signal: AbortSignal): Promise<Response>;
  isOffline?: boolean;
  /** The code whose message the visitor must see. */
  code: ErrorCode;
};

const hang = (milliseconds: number, signal: AbortSignal) =>
  new Promise<Response>((resolve, reject) => {
    setTimeout(() => resolve(new Response('{}')), milliseconds);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const body = (text: string, init?: ResponseInit) => Promise.resolve(new Response(text, init));
const failedToFetch = () => Promise.reject(new TypeError('Failed to fetch'));

/** The faults that a call can have, and the code that each of them must produce. */
const callFaults: Readonly<Record<string, Fault>> = {
  offline: { answer: failedToFetch, isOffline: true, code: 'OFFLINE' },
  'connection reset': { answer: failedToFetch, code: 'SERVICE_UNAVAILABLE' },
  '500': { answer: () => body('', { status: 500 }), code: 'SERVICE_UNAVAILABLE' },
  '429': {
    answer: () => body('{}', { status: 429, headers: { 'Retry-After': '40' } }),
    code: 'TOO_MANY_REQUESTS',
  },
  'HTML instead of JSON': {
    answer: () => body('<!doctype html><title>Hotel Wi-Fi</title>', { headers: { 'Content-Type': 'text/html' } }),
    code: 'SERVICE_UNAVAILABLE',
  },
  'empty body': { answer: () => body(''), code: 'SERVICE_UNAVAILABLE' },
  'half body': { answer: () => body('{"success": tr'), code: 'SERVICE_UNAVAILABLE' },
  'JSON of another shape': { answer: () => body('[null]'), code: 'SERVICE_UNAVAILABLE' },
  '20 s hang': { answer: (signal) => hang(20_000, signal), code: 'TIMEOUT' },
  'body that never ends': {
    answer: () => Promise.resolve(new Response(new ReadableStream())),
    code: 'TIMEOUT',
  },
};

let sent: Call['sends'][];
/** Makes a call that is answered with this JSON, and returns its result. */
const make = (call: Call['call'], answer: unknown, status = 200): Promise<Result<unknown>> => {
  const fetch = async (url: RequestInfo | URL, { method, headers, body, keepalive }: RequestInit = {}) => {
    const given = new Headers(headers);
    const names = ['Authorization', 'X-Authorization', 'X-EntityToken'];
    const credential = names.map((name) => given.get(name)).find((value) => value !== null) ?? null;
    const path = String(url)
      .replace(portal, '')
      .replace(/\?sdk=.*/, '');
    const text = typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : body?.toString();
    sent.push([`${method} ${path}${keepalive === true ? ' keepalive' : ''}`, credential, text]);
    return Response.json(answer, { status });
  };
  return call(createServices({ fetch, random: () => 0 }));
};
beforeEach(() => {
  sent = [];
});

describe('the calls of the elements', () => {
  it.each(Object.entries(calls))('%s', async (_, row) => {
    const { call, sends, answer, once = false, rejects = [] } = row;
    const value = 'value' in row ? row.value : answer;
    expect(await make(call, { success: true, ...answer })).toEqual({ ok: true, value });
    const request = [...sends, ...(sends.length === 2 ? [undefined] : [])];
    expect(sent).toEqual([request]);
    sent = [];
    expect(await make(call, {}, 503)).toMatchObject({ ok: false, failure: { code: 'SERVICE_UNAVAILABLE' } });
    expect(sent).toEqual(Array(once ? 1 : 3).fill(request));
    for (const rejected of rejects) {
      expect(await make(call, { success: true, ...rejected }), JSON.stringify(rejected)).toMatchObject({ ok: false });
    }
  });

  it('has a line for every call of the contract that a service makes', async () => {
    const services = globSync('src/services/**/*.ts', { exclude: ['**/*.test.ts'] }).map((file) =>
      readFileSync(file, 'utf8'),
    );
    const contracts = globSync('src/contracts/calls/*.ts', { exclude: ['**/servers.ts'] });
    const modules = await Promise.all(contracts.map((file) => import(resolve(file))));
    const made = modules
      .flatMap((module) => Object.entries<Partial<Contract<string, unknown, unknown, unknown>>>(module))
      .filter(
        ([name, { method, auth }]) => method && auth && services.some((code) => new RegExp(`\\b${name}\\b`).test(code)),
      );
    expect(made.length).toBeGreaterThan(15);
    for (const { call } of Object.values(calls)) await make(call, { success: true });
    for (const call of Object.values(others)) await make(call, { success: true });
    const requests = sent.map(([request]) => request.replace(/\/?(\?.*| keepalive)?$/, ''));
    const missing = made.filter(([, { method, path = '' }]) => {
      const pattern = new RegExp(`^${method} ${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}$`);
      return !requests.some((request) => pattern.test(request));
    });
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('follows no data.session.url to another origin', async () => {
    for (const url of [
      'https://checkout.stripe.com.evil.example/c/pay/cs_test_1',
      'https://evil.example/https://checkout.stripe.com/',
      'https://checkout.stripe.com@evil.example/',
      'http://checkout.stripe.com/c/pay/cs_test_1',
      'javascript:alert(1)',
      '//checkout.stripe.com/',
      '/signin',
      '',
    ]) {
      for (const name of ['opens the payment page without a coupon', 'opens the billing page']) {
        const result = await make(calls[name]?.call ?? expect.fail(), { success: true, ...pageAt(url) });
        expect(result, url).toMatchObject({ ok: false, failure: { code: 'GENERIC_ERROR' } });
      }
    }
  });

  it('encodes any token correctly in the address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(tokenPattern), async (some) => {
        await make(({ users }) => users.subscriptionStatus(some), { success: true, isSubscribed: false });
        const { searchParams } = new URL(sent.at(-1)?.[0].split(' ')[1] ?? '', portal);
        return JSON.parse(atob(searchParams.get('p') ?? '')).token === some;
      }),
    );
  });

  const create: Call['call'] = ({ teachers }) => teachers.create(createTeacherBody(), 'en');

  it.each([...schoolZoneErrorCodes, 'INVALID_PAYLOAD', 'GENERIC_ERROR'])(
    'reports %s of the school zone',
    async (code) => {
      const result = await make(create, { success: false, error: code }, 409);
      expect(result).toEqual({ ok: false, failure: { code } });
    },
  );

  it.each([
    [400, 'InvalidParams', 'GENERIC_ERROR'],
    [403, 'PlayerCreationDisabled', 'GENERIC_ERROR'],
    [401, 'NotAuthenticated', 'GENERIC_ERROR'],
    [429, 'APIClientRequestRateLimitExceeded', 'TOO_MANY_REQUESTS'],
    [503, 'ServiceUnavailable', 'SERVICE_UNAVAILABLE'],
  ])('reports nothing about typed values when a teacher’s login is rejected: %s %s', async (status, error, code) => {
    const login: Call['call'] = ({ teacherIdentity }) => teacherIdentity.loginWithCustomId('own id');
    expect(await make(login, { code: status, error, errorCode: 1 }, status)).toMatchObject({ failure: { code } });
  });

  it('returns no entity token when PlayFab rejects the old one', async () => {
    const refusal = { code: 401, error: 'NotAuthenticated', errorCode: 1074 };
    const result = await make(({ refreshEntityToken }) => refreshEntityToken(player), refusal, 401);
    expect(result).toMatchObject({ ok: false, failure: { code: 'UNAUTHORIZED' } });
  });
});

describe('every call with every fault', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const all = Object.entries({
    ...others,
    ...Object.fromEntries(Object.entries(calls).map(([name, { call }]) => [name, call])),
  });
  const table = all.flatMap(([call, make]) => Object.keys(callFaults).map((fault) => ({ call, make, fault })));

  it.each(table)('returns a code that has a message within 15 s: $call × $fault', async ({ make, fault }) => {
    const { answer, isOffline = false, code } = callFaults[fault] ?? expect.fail();
    vi.stubGlobal('navigator', { onLine: !isOffline });
    const fetch = (_: unknown, init?: RequestInit) => answer(init?.signal ?? expect.fail());
    const start = Date.now();
    let end = Number.POSITIVE_INFINITY;
    const pending = make(createServices({ fetch })).finally(() => (end = Date.now()));
    await vi.advanceTimersByTimeAsync(limits.interactiveDeadline);
    expect(end - start).toBeLessThanOrEqual(limits.interactiveDeadline);
    expect(await pending).toMatchObject({ ok: false, failure: { code } });
  });
});

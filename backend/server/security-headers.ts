import type { FastifyInstance } from 'fastify';

/** The kind of content that a route answers with; the default is data. */
export type ContentKind = 'page' | 'secret-page' | 'widget' | 'file' | 'docs' | 'data';

declare module 'fastify' {
  interface FastifyContextConfig {
    content?: ContentKind;
  }
}

export type HeaderOptions = {
  mode: 'development' | 'production';
  /** Origins that may frame a widget. */
  partnerOrigins: readonly string[];
  /** Other origins that pages may call: PlayFab's host when a real title is configured. */
  connectOrigins: readonly string[];
};
type Headers = Readonly<Record<string, string>>;

/**
 * The policy of pages: they run our scripts only (`pages.ts` adds a page's own by their hashes). None of our code turns
 * text into a script (Trusted Types), so injected code may not create a policy that does.
 */
const pagePolicy = (frameAncestors: readonly string[], connectOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ['frame-ancestors', ...frameAncestors].join(' '),
  ].join('; ');
/** The policy of Swagger UI, whose bundled script makes inline styles and pictures from `data:` addresses. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Browser features that no page of the portal uses; they are blocked, so injected code could not use them either. */
const unusedFeatures =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb'.split(' ');

const sameOrigin = { 'cross-origin-resource-policy': 'same-origin' };
const crossOrigin = { 'cross-origin-resource-policy': 'cross-origin' };
const referrer = (value: string): Headers => ({ 'referrer-policy': value });
const cache = (value: string): Headers => ({ 'cache-control': value });
const csp = (value: string): Headers => ({ 'content-security-policy': value });

/** For addresses without a hash, so briefly. A visitor who returns within a day does not wait for the check. */
const shortLived = {
  development: 'no-cache',
  production: 'public, max-age=300, stale-while-revalidate=86400',
} as const;

/** Origins of pages under development on this machine. A policy cannot name `[::1]`. */
const loopback = ['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`]);

/** The security headers of each kind of content (decisions.md#3-bridge and #8-privacy-and-consent). */
const headerTable = ({ mode, partnerOrigins, connectOrigins }: HeaderOptions): Record<ContentKind, Headers> => {
  const always: Headers = {
    'x-content-type-options': 'nosniff',
    ...(mode === 'production' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const page: Headers = {
    ...always,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    ...sameOrigin,
    ...cache('no-cache'),
    ...referrer('strict-origin-when-cross-origin'),
    ...csp(pagePolicy(["'none'"], connectOrigins)),
  };
  const framing = mode === 'development' ? [...partnerOrigins, ...loopback] : partnerOrigins;
  const ancestors = framing.length === 0 ? ["'none'"] : framing;
  return {
    page,
    // The address may contain a secret: a mailed link's token, a checkout's id or a classroom's key.
    'secret-page': { ...page, ...cache('no-store'), ...referrer('no-referrer'), 'x-robots-tag': 'noindex' },
    widget: {
      ...page,
      ...crossOrigin,
      // Without it, the frame does not load on a partner's isolated page.
      'cross-origin-embedder-policy': 'require-corp',
      ...csp(pagePolicy(ancestors, connectOrigins)),
    },
    // A module is fetched with CORS; a classic script on an isolated page needs CORP. A widget in a sandbox without
    // `allow-same-origin` has no origin, so even its own files are cross-origin.
    file: {
      ...always,
      ...crossOrigin,
      'access-control-allow-origin': '*',
      ...cache(shortLived[mode]),
      ...csp(dataPolicy),
    },
    docs: { ...page, ...csp(docsPolicy) },
    data: { ...always, ...sameOrigin, ...cache('no-store'), ...referrer('no-referrer'), ...csp(dataPolicy) },
  };
};

/** Sets the table's headers on every answer; a route may still replace one. */
export const addSecurityHeaders = (app: FastifyInstance, options: HeaderOptions): void => {
  const table = headerTable(options);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(table[request.routeOptions.config?.content ?? 'data']);
  });
  // No cache may keep a failure for others: a later deployment may add the file.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= 400) reply.header('cache-control', 'no-store');
  });
};

import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { apiPaths } from '../../src/contracts/api.ts';
import type { Caller } from '../../src/contracts/calls/call.ts';
import type { ErrorCode } from '../../src/contracts/error-codes.ts';
import { isRecord } from '../../src/contracts/shapes.ts';
import { curriculum, levelName } from '../../src/config/curriculum.ts';
import { statusOf } from './failures.ts';

/** Every code that a call can answer with, and its meaning for the developer who reads it. */
const errorMeanings = {
  INVALID_PAYLOAD: 'The body, the query or the path does not match this description.',
  InvalidPassword: 'The password is too short, too long or refused by PlayFab.',
  PACKAGE_DOES_NOT_EXIST: 'The curriculum has no such package.',
  CONCEPT_DOES_NOT_EXIST: 'The package has no such concept.',
  LEVEL_DOES_NOT_EXIST: 'The concept has no such level.',
  TOO_MANY_LEVELS: 'The call names more levels than are allowed.',
  UNAUTHORIZED: 'The key, token or signature is missing or wrong, or the token belongs to another user.',
  TOKEN_EXPIRED: 'The session token is unknown, expired or revoked. Sign in again.',
  FORBIDDEN: 'A page of another origin sent the call. Calls without an Origin header are not concerned.',
  RECENT_SIGN_IN_REQUIRED: 'The last sign-in is more than fifteen minutes old.',
  SIGN_IN_CODE_REQUIRED:
    'The password was reset. Send the code from the mail about it, or the session ticket of a login with the password, which counts from 25 hours after the reset on.',
  NOT_FOUND: 'What the call names does not exist.',
  TEACHER_DOES_NOT_EXIST: 'No teacher has this email address.',
  CLASSROOM_DOES_NOT_EXIST: 'No class has this code or id.',
  STUDENT_DOES_NOT_EXIST: 'The class has no student with this code.',
  AccountNotFound: 'The account is being deleted.',
  ALREADY_SUBSCRIBED: 'The account has a subscription.',
  SUBSCRIBED_ELSEWHERE: 'A membership of the address, whose mailbox is verified, began elsewhere and goes on.',
  TEACHER_ALREADY_EXISTS: 'A teacher with this email address has a class.',
  STUDENTS_HAVE_PROGRESS: 'More students have progress than the class would have.',
  LINK_EXPIRED: 'The link was used, is too old, or never existed.',
  PAYLOAD_TOO_LARGE: 'The body is longer than 16 KB, or 256 KB for a webhook.',
  UNSUPPORTED_MEDIA_TYPE: 'The Content-Type of the body is not one of those listed.',
  TOO_MANY_REQUESTS: 'Wait for the seconds in Retry-After, then send the call again.',
  GENERIC_ERROR: 'The server failed. Send the call again later.',
  SERVICE_UNAVAILABLE:
    'A service that the call needs is unavailable. Wait for the seconds in Retry-After, then send it again.',
} as const satisfies Partial<Record<ErrorCode, string>>;

type DocumentedCode = keyof typeof errorMeanings;

/** The groups of the document. The game's server comes first, because its developers read the document most. */
export const documentTags = {
  Game: 'Calls of the game’s server.',
  Account: 'Sessions and accounts of parents. The portal’s forms make these calls.',
  Payments: 'Subscriptions of parents. The portal’s forms make these calls.',
  'School Zone': 'Teachers and their classes. The portal’s forms and the page of a class make these calls.',
  'Level tool': 'Levels that players made, for the operator.',
  Partners: 'What a partner’s server asks.',
  Visits: 'What the portal’s pages ask and count.',
  Vendors: 'Calls that PlayFab, Stripe and RevenueCat make.',
} as const;

declare module 'fastify' {
  interface FastifySchema {
    /** Codes in addition to those that follow from the guard, the limit and the method. */
    errors?: readonly ErrorCode[];
    /** An example of the body. */
    example?: unknown;
    /** Whether an answer may have an `ETag`. */
    versioned?: true;
  }
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;
const parameter = (place: 'query' | 'header', name: string, description: string) =>
  ({ type: 'apiKey', in: place, name, description }) as const;

const securitySchemes = {
  gameKey: bearer('The key that the operator gives to the game’s server (`GAME_API_KEY`).'),
  sessionToken: bearer('The token of a signed-in parent: 43 characters, from the browser.'),
  sessionInP: parameter('query', 'p', 'Base64 of the UTF-8 JSON `{token, p}`, percent-encoded. `p` is `"1"`.'),
  sessionInQuery: parameter('query', 'token', 'The token of a signed-in parent.'),
  mailedLink: bearer('The secret of a mailed link.'),
  adminKey: bearer('The key of the operator (`ADMIN_API_KEY`). Development requires none.'),
  levelLink: parameter('query', 'signature', 'The signature of a link from `findLevels`.'),
  playfabSecret: parameter('query', 'secret', 'The secret in the URL that is registered at PlayFab.'),
  stripeSignature: parameter('header', 'Stripe-Signature', 'Stripe’s signature of the body, byte by byte.'),
  revenueCatKey: parameter('header', 'Authorization', 'The value that is set in RevenueCat’s dashboard.'),
};
type Scheme = keyof typeof securitySchemes;
type Requirement = Record<string, string[]>[];

const only = (scheme: Scheme): Requirement => [{ [scheme]: [] }];

/** The authentication of each guard, and the codes with which it refuses a call. */
const guards: Record<Exclude<Caller, 'user'>, { security: Requirement; errors: readonly DocumentedCode[] }> = {
  public: { security: [], errors: [] },
  game: { security: only('gameKey'), errors: ['UNAUTHORIZED'] },
  playfab: { security: only('playfabSecret'), errors: ['UNAUTHORIZED'] },
  stripe: { security: only('stripeSignature'), errors: ['INVALID_PAYLOAD'] },
  revenuecat: { security: only('revenueCatKey'), errors: ['UNAUTHORIZED', 'INVALID_PAYLOAD'] },
  admin: { security: only('adminKey'), errors: ['UNAUTHORIZED', 'TOO_MANY_REQUESTS'] },
  'level-link': { security: only('levelLink'), errors: ['LINK_EXPIRED'] },
};
const tokenPlaces = { p: 'sessionInP', token: 'sessionInQuery', bearer: 'sessionToken' } as const;

/** A call: its method, its address, and what its route declares. */
export type DescribedCall = {
  method: string;
  url: string;
  config?: FastifyContextConfig;
  schema?: FastifySchema | undefined;
};

const securityOf = ({ auth = 'public', tokenIn = 'bearer' }: FastifyContextConfig): Requirement =>
  auth === 'user' ? only(tokenPlaces[tokenIn]) : guards[auth].security;

const isDocumented = (code: string): code is DocumentedCode => code in errorMeanings;
const documentedCodes = Object.keys(errorMeanings).filter(isDocumented);

/** Returns every code that a call may answer with, in the order of `errorMeanings`. */
export const documentedErrors = ({ method, url, config = {}, schema }: DescribedCall): DocumentedCode[] => {
  const { auth = 'public', limit, tokenIn } = config;
  const codes = new Set<ErrorCode>(['GENERIC_ERROR', 'SERVICE_UNAVAILABLE', ...(schema?.errors ?? [])]);
  const add = (...more: ErrorCode[]): void => more.forEach((code) => codes.add(code));
  if (url !== apiPaths.geolocation) add('INVALID_PAYLOAD');
  if (url.startsWith('/api/')) add('FORBIDDEN');
  if (method !== 'GET') add('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (limit !== undefined) add('TOO_MANY_REQUESTS');
  if (auth === 'user') add('UNAUTHORIZED', 'TOKEN_EXPIRED', ...(tokenIn === 'p' ? (['INVALID_PAYLOAD'] as const) : []));
  else add(...guards[auth].errors);
  if (auth === 'playfab') add('TOO_MANY_REQUESTS');
  return documentedCodes.filter((code) => codes.has(code));
};

const retryAfter = { 'Retry-After': { type: 'integer', description: 'Seconds to wait before the next try.' } };

const version = {
  'If-None-Match': { type: 'string', description: 'The `ETag` of an earlier answer.' },
  ETag: { type: 'string', description: 'The version of the answer, if it has one.' },
};

const failuresOf = (codes: readonly DocumentedCode[]): Record<string, object> => {
  const byStatus = Map.groupBy(codes, (code) => statusOf(code));
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        'x-response-description': group.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join('\n\n'),
        type: 'object',
        required: ['success', 'error'],
        properties: { success: { type: 'boolean', const: false }, error: { type: 'string', enum: group } },
        additionalProperties: false,
        examples: [{ success: false, error: group[0] }],
        ...((status === 429 || status === 503) && { headers: retryAfter }),
      },
    ]),
  );
};

/** The second spelling of a path (product-spec.md#7-calls-made): the same call. */
const isSecondSpelling = (url: string): boolean => url === `${apiPaths.user}/`;

const transform: NonNullable<FastifyDynamicSwaggerOptions['transform']> = ({ schema, url, route }) => {
  if (schema === undefined || 'hide' in schema || isSecondSpelling(url)) return { schema: { hide: true }, url };
  const method = [route.method].flat()[0] ?? '';
  const config = route.config ?? {};
  const { errors: _, example, versioned, body, response, ...rest } = schema;
  if (!isRecord(response)) throw new Error(`${method} ${url} is not documented: use serve()`);
  const answer = response[200];
  return {
    url,
    schema: {
      security: securityOf(config),
      ...rest,
      ...(versioned && { headers: { type: 'object', properties: { 'If-None-Match': version['If-None-Match'] } } }),
      ...(isRecord(body) && { body: { ...body, ...(example !== undefined && { examples: [example] }) } }),
      response: {
        200: {
          ...(isRecord(answer) && answer),
          'x-response-description': 'The call succeeded.',
          ...(versioned && { headers: { ETag: version.ETag } }),
        },
        ...(versioned && { 304: { 'x-response-description': 'Nothing has changed.', type: 'null' } }),
        ...failuresOf(documentedErrors({ method, url, config, schema })),
      },
    },
  };
};

/** Lists what the game may report, so that its developers need no file of this repository. */
const curriculumText = (): string =>
  [
    'A report names one of these packages, one of its concepts, and a level of it.',
    `The levels of a concept are numbered from 1: the third level of \`counting_to_10\` is \`${levelName('counting_to_10', 3)}\`. \`total\` is the number of levels that the game has for the concept.`,
    ...curriculum.packages.map(
      ({ id, concepts }) =>
        `Package \`${id}\`: ${concepts.map((concept) => `\`${concept.id}\` (${concept.levels})`).join(', ')}.`,
    ),
  ].join('\n\n');

const introduction = [
  'The HTTP calls of the portal. Developers of the game’s server need the part *Game*; the other parts are for those who change the portal.',
  'Every answer is JSON. A success contains `success: true`, except for the keys of *Partners*. Every failure is `{"success": false, "error": "CODE"}` with one of the codes that are listed at the call.',
  'Unknown paths return 404 `NOT_FOUND`. A path that exists for another method returns 405 `METHOD_NOT_ALLOWED` with `Allow`.',
].join('\n\n');

/** Returns the options of the OpenAPI document. @param publicUrl the portal's origin */
export const describeApi = (publicUrl: string): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Maths Portal', version: '1.0.0', description: introduction },
    servers: [{ url: publicUrl, description: 'This portal' }],
    tags: Object.entries(documentTags).map(([name, text]) => ({
      name,
      description: name === 'Game' ? `${text}\n\n${curriculumText()}` : text,
    })),
    components: { securitySchemes },
  },
  transform,
});

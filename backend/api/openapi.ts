import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { curriculum, levelName } from '../../src/config/curriculum.ts';
import { statusOf } from './failures.ts';
import type { Guard } from './guards.ts';
import { type DocumentedCode, errorMeanings } from './error-meanings.ts';
import { tagNames, tags } from './operation.ts';

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
const guards: Record<Exclude<Guard, 'user'>, { security: Requirement; errors: readonly DocumentedCode[] }> = {
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
export type Call = { method: string; url: string; config?: FastifyContextConfig; schema?: FastifySchema | undefined };

const securityOf = ({ auth = 'public', tokenIn = 'bearer' }: FastifyContextConfig): Requirement =>
  auth === 'user' ? only(tokenPlaces[tokenIn]) : guards[auth].security;

const isDocumented = (code: string): code is DocumentedCode => code in errorMeanings;
const documentedCodes = Object.keys(errorMeanings).filter(isDocumented);

/** Returns every code that a call may answer with, in the order of `errorMeanings`. */
export const documentedErrors = ({ method, url, config = {}, schema }: Call): DocumentedCode[] => {
  const { auth = 'public', limit, tokenIn } = config;
  const codes = new Set<DocumentedCode>(['GENERIC_ERROR', 'SERVICE_UNAVAILABLE', ...(schema?.errors ?? [])]);
  const add = (...more: DocumentedCode[]): void => more.forEach((code) => codes.add(code));
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

const loose = z.looseObject({});
const converted = z.object({ body: loose.optional(), response: z.looseObject({ 200: loose }) });
/** What every call must declare, so that none is undocumented. */
const documented = z.object({
  operationId: z.string(),
  tags: z.tuple([z.enum(tagNames)]),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  examples: z.object({ body: z.unknown().optional(), answer: z.unknown() }),
});

/** The second spelling of a path (product-spec.md#7-calls-made): the same call. */
const isSecondSpelling = (url: string): boolean => url === `${apiPaths.user}/`;

const transform: typeof jsonSchemaTransform = (given) => {
  const { schema, url } = jsonSchemaTransform(given);
  if (schema === undefined || given.schema?.hide === true) return { schema, url };
  if (isSecondSpelling(url)) return { schema: { hide: true }, url };
  const method = [given.route.method].flat()[0] ?? '';
  const config = given.route.config ?? {};
  const declared = documented.safeParse(given.schema);
  if (!declared.success) throw new Error(`${method} ${url} is not documented. ${z.prettifyError(declared.error)}`);
  const { examples, security, ...description } = declared.data;
  const { errors: _errors, examples: _examples, ...rest } = schema;
  const { body, response } = converted.parse(schema);
  const success = { ...response[200], 'x-response-description': 'The call succeeded.', examples: [examples.answer] };
  return {
    url,
    schema: {
      ...rest,
      ...description,
      security: security ?? securityOf(config),
      ...(body !== undefined && {
        body: { ...body, ...(examples.body !== undefined && { examples: [examples.body] }) },
      }),
      response: { 200: success, ...failuresOf(documentedErrors({ method, url, config, schema: given.schema })) },
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
    tags: Object.entries(tags).map(([name, text]) => ({
      name,
      description: name === 'Game' ? `${text}\n\n${curriculumText()}` : text,
    })),
    components: { securitySchemes },
  },
  transform,
});

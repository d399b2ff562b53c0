import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Caller, TokenPlace } from '../../src/contracts/calls/call.ts';
import { platform, tokenPattern } from '../../src/contracts/session.ts';
import { closed, literal, matching, object, parseJson } from '../../src/contracts/shapes.ts';
import type { StripeEvent } from '../domain/billing/billing.ts';
import type { LimitedAction } from '../domain/limits/limit-rules.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Access } from '../domain/accounts/sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: Caller;
    /** Required for `auth: 'user'`. */
    tokenIn?: TokenPlace;
    /** Applies to `auth: 'user'`. The default `full` refuses a token that was sent in a store link. */
    access?: Access;
    /** The action that is counted by client address before any other check. */
    limit?: LimitedAction;
  }
  interface FastifyRequest {
    /** Set by the guard of a `user` route. */
    session: { token: string; userId: string };
    /** The calling player; set by the guard of a `playfab` route. */
    playfabId: string;
    /** Set by the guard of a `stripe` route. */
    stripeEvent: StripeEvent;
  }
}

/** Returns whether a text of a parsed body, at any depth, contains NUL, which PostgreSQL cannot store. */
export const containsNul = (body: unknown): boolean => {
  const waiting = [body];
  for (const one of waiting) {
    if (typeof one === 'string' && one.includes('\0')) return true;
    if (typeof one !== 'object' || one === null || Buffer.isBuffer(one)) continue;
    for (const value of Object.values(one)) waiting.push(value);
  }
  return false;
};

export const bearerOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Returns the secret of a mailed link. A missing secret gets the same answer as an invented one. */
export const secretOf = (request: Pick<FastifyRequest, 'headers'>): string => bearerOf(request) ?? '';

/** Keeps the unparsed body for the routes of this plugin, because a signature covers exactly these bytes. */
export const keepRawBodies = (api: FastifyInstance): void => {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
};

export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

const pBytes = 1024;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const pContent = closed(object({ token: matching(tokenPattern), p: literal(platform) }));

const decoded = (value: string): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    return undefined;
  }
};

/**
 * Reads the `p` query value: at most 1 KB, standard or URL-safe base64 of UTF-8 JSON, exactly `{token, p}`.
 * A space counts as `+`, because a client may send `+` unescaped. Never throws.
 * @returns the token, or null for anything else, including a repeated parameter.
 */
export const tokenFromP = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > pBytes) return null;
  const text = value.replaceAll(' ', '+');
  if (!base64.test(text)) return null;
  return parseJson(decoded(text) ?? null, pContent)?.token ?? null;
};

const query = z.object({ p: z.unknown(), token: z.unknown(), secret: z.unknown() }).partial();

const presented = (request: FastifyRequest, place: TokenPlace): { given: unknown; token: string | null } => {
  const { p, token } = query.parse(request.query);
  if (place === 'p') return { given: p, token: tokenFromP(p) };
  const given = place === 'token' ? token : bearerOf(request);
  return { given, token: typeof given === 'string' && tokenPattern.test(given) ? given : null };
};

const userGuard =
  ({ sessions }: Portal, place: TokenPlace, access: Access): preValidationAsyncHookHandler =>
  async (request) => {
    const { given, token } = presented(request, place);
    if (given === undefined) throw new Refusal('UNAUTHORIZED');
    if (token === null) throw new Refusal(place === 'p' ? 'INVALID_PAYLOAD' : 'TOKEN_EXPIRED');
    request.session = { token, userId: await sessions.owner(token, access) };
  };

/** Returns a header. Node joins a repeated one, so it matches no secret; only `set-cookie` would be a list. */
const headerOf = (request: FastifyRequest, name: string): string | undefined => [request.headers[name]].flat().at(0);

const levelLink = z.object({ file: z.string(), expires: z.string(), signature: z.string() });

type Guard = (portal: Portal, request: FastifyRequest) => unknown;
/** The guards of other callers. @throws Refusal */
const guards: Record<Exclude<Caller, 'public' | 'user'>, Guard> = {
  playfab: async ({ caller }, request) => {
    request.playfabId = await caller.player(query.parse(request.query).secret, request.body);
  },
  stripe: ({ billing }, request) => {
    request.stripeEvent = billing.eventOf(rawBodyOf(request), headerOf(request, 'stripe-signature') ?? '');
    if (containsNul(request.stripeEvent)) throw new Refusal('INVALID_PAYLOAD');
  },
  revenuecat: ({ stores }, { headers }) => stores.authenticate(headers.authorization),
  game: ({ schoolZone }, request) => schoolZone.requireGame(bearerOf(request)),
  admin: ({ admin }, request) => admin.requireKey(bearerOf(request), request.ip),
  'level-link': ({ levels }, { params, query: given }) => {
    const link = levelLink.safeParse(Object.assign({}, given, params));
    if (!link.success) throw new Refusal('LINK_EXPIRED');
    levels.requireLink(link.data);
  },
};

const guardOf = (portal: Portal, route: RouteOptions): preValidationAsyncHookHandler | null => {
  const { auth, tokenIn, access = 'full' } = route.config ?? {};
  if (auth === undefined) throw new Error(`${route.url} does not say who may call it: config.auth is missing`);
  if (auth === 'public') return null;
  if (auth !== 'user') return async (request) => void (await guards[auth](portal, request));
  if (tokenIn === undefined) throw new Error(`${route.url}: a user's route says where its token travels`);
  return userGuard(portal, tokenIn, access);
};

/** Adds each route's guard and limit before its own hooks. @throws when a route does not declare its guard. */
export const requireGuards = (app: FastifyInstance, portal: Portal): void => {
  app.addHook('onRoute', (route) => {
    const guard = guardOf(portal, route);
    if (guard !== null) route.preValidation = [guard, ...[route.preValidation ?? []].flat()];
    const limit = route.config?.limit;
    if (limit === undefined) return;
    const admit = async ({ ip }: FastifyRequest) => portal.limits.admit(limit, { ip });
    route.onRequest = [admit, ...[route.onRequest ?? []].flat()];
  });
};

import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Caller, TokenPlace } from '../../src/contracts/calls/call.ts';
import { platform, tokenPattern } from '../../src/contracts/session.ts';
import { closed, literal, matching, object, parseJson } from '../../src/lib/shapes.ts';
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

const playfabGuard =
  ({ caller }: Portal): preValidationAsyncHookHandler =>
  async (request) => {
    const { secret } = query.parse(request.query);
    request.playfabId = await caller.player(secret, request.body);
  };

/** Returns a header. Node joins a repeated one, so it matches no secret; only `set-cookie` would be a list. */
const headerOf = (request: FastifyRequest, name: string): string | undefined => [request.headers[name]].flat().at(0);

const stripeGuard =
  ({ billing }: Portal): preValidationAsyncHookHandler =>
  async (request) => {
    request.stripeEvent = billing.eventOf(rawBodyOf(request), headerOf(request, 'stripe-signature') ?? '');
  };

const revenueCatGuard =
  ({ stores }: Portal): preValidationAsyncHookHandler =>
  async (request) =>
    stores.authenticate(request.headers.authorization);

const gameGuard =
  ({ schoolZone }: Portal): preValidationAsyncHookHandler =>
  async (request) =>
    schoolZone.requireGame(bearerOf(request));

const adminGuard =
  ({ admin }: Portal): preValidationAsyncHookHandler =>
  async (request) =>
    admin.requireKey(bearerOf(request), request.ip);

const levelLink = z.object({ file: z.string(), expires: z.string(), signature: z.string() });

const levelLinkGuard =
  ({ levels }: Portal): preValidationAsyncHookHandler =>
  async ({ params, query: given }) => {
    const link = levelLink.safeParse(Object.assign({}, given, params));
    if (!link.success) throw new Refusal('LINK_EXPIRED');
    levels.requireLink(link.data);
  };

const guardOf = (portal: Portal, route: RouteOptions): preValidationAsyncHookHandler | null => {
  const { auth, tokenIn, access = 'full' } = route.config ?? {};
  switch (auth) {
    case 'public':
      return null;
    case 'user':
      if (tokenIn !== undefined) return userGuard(portal, tokenIn, access);
      throw new Error(`${route.url}: a user's route says where its token travels`);
    case 'playfab':
      return playfabGuard(portal);
    case 'stripe':
      return stripeGuard(portal);
    case 'revenuecat':
      return revenueCatGuard(portal);
    case 'game':
      return gameGuard(portal);
    case 'admin':
      return adminGuard(portal);
    case 'level-link':
      return levelLinkGuard(portal);
    default:
      throw new Error(`${route.url} does not say who may call it: config.auth is missing`);
  }
};

const limiter =
  ({ limits }: Portal, action: LimitedAction) =>
  async (request: FastifyRequest): Promise<void> => {
    await limits.admit(action, { ip: request.ip });
  };

/** Adds each route's guard and limit before its own hooks. @throws when a route does not declare its guard. */
export const requireGuards = (app: FastifyInstance, portal: Portal): void => {
  app.addHook('onRoute', (route) => {
    const guard = guardOf(portal, route);
    if (guard !== null) route.preValidation = [guard, ...[route.preValidation ?? []].flat()];
    const limit = route.config?.limit;
    if (limit !== undefined) route.onRequest = [limiter(portal, limit), ...[route.onRequest ?? []].flat()];
  });
};

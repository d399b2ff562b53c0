import formBody from '@fastify/formbody';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { accountRoutes } from './account.route.ts';
import { billingRoutes, webhookRoutes } from './billing.route.ts';
import { declarationsRoutes } from './cancel.route.ts';
import { docsRoutes, openDocs } from './docs.route.ts';
import { createErrorHandler } from './failures.ts';
import { requireGuards } from './guards.ts';
import { levelsRoutes } from './levels.route.ts';
import { notFoundRoutes } from './not-found.route.ts';
import { describeApi } from './openapi.ts';
import { createOriginGuard } from './origin-guard.ts';
import type { SignsFor } from './origins.ts';
import { schoolZoneRoutes } from './school-zone.route.ts';
import { visitRoutes } from './visits.route.ts';

const bodyLimit = 16 * 1024;

/** Returns whether a text of a parsed body contains NUL, which PostgreSQL cannot store. */
const containsNul = (body: unknown): boolean => {
  if (typeof body === 'string') return body.includes('\0');
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && Object.values(body).some(containsNul);
};

export type ApiOptions = {
  portal: Portal;
  /** The portal's origin, as the OpenAPI document names it. */
  publicUrl: string;
  /** Origins of the portal's own pages. */
  ownOrigins: readonly string[];
  /** Returns whether an origin may embed a widget, see `isPartnerOrigin`. */
  isPartner(origin: string): boolean;
  /** Returns whether a result may be signed for a key, see `createSignsFor`. */
  signsFor: SignsFor;
  /** The header (lower-case) in which a trusted proxy names the country. Set it only when there is such a proxy. */
  countryHeader?: string | undefined;
};

/**
 * Registers the APIs under `/api` and PlayFab's function route. JSON and form bodies are limited to 16 KB, those of a
 * webhook to 256 KB. Every failure has one shape. The origin guard covers `/playfab` too, including the emulator.
 * @throws when a route does not declare its guard.
 */
export const registerApi = async (app: FastifyInstance, options: ApiOptions): Promise<void> => {
  const { portal, signsFor } = options;
  app.addHook('onRequest', createOriginGuard({ ...options, events: portal.events }));
  await app.register(async (api) => {
    api.setErrorHandler(createErrorHandler(portal.events));
    api.decorateRequest('playfabId', '');
    api.addHook('onRoute', (route) => {
      route.bodyLimit ??= bodyLimit;
    });
    api.addHook('preValidation', async ({ body }) => {
      if (containsNul(body)) throw new Refusal('INVALID_PAYLOAD');
    });
    openDocs(api);
    requireGuards(api, portal);
    notFoundRoutes(api);
    await api.register(formBody, { bodyLimit });
    await api.register(swagger, describeApi(options.publicUrl));
    await api.register(accountRoutes(portal, signsFor));
    await api.register(visitRoutes(portal, options.countryHeader));
    await api.register(billingRoutes(portal));
    await api.register(declarationsRoutes(portal));
    await api.register(webhookRoutes(portal));
    await api.register(schoolZoneRoutes(portal, signsFor));
    if (portal.admin.isThere) await api.register(levelsRoutes(portal));
    await docsRoutes(api);
  });
};

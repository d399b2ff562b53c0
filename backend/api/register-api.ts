import formBody from '@fastify/formbody';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { analyticsRoutes } from './analytics.route.ts';
import { declarationsRoutes } from './declarations.route.ts';
import { docsRoutes, openDocs } from './docs.route.ts';
import { createErrorHandler } from './failures.ts';
import { geolocationRoutes } from './geolocation.route.ts';
import { requireGuards } from './guards.ts';
import { idTokenKeysRoutes } from './id-token-keys.route.ts';
import { integrationsRoutes } from './integrations.route.ts';
import { levelsRoutes } from './levels.route.ts';
import { notFoundRoutes } from './not-found.route.ts';
import { describeApi } from './openapi.ts';
import { createOriginGuard } from './origin-guard.ts';
import type { SignsFor } from './origins.ts';
import { passwordResetRoutes } from './password-reset.route.ts';
import { playfabFunctionRoutes } from './playfab-function.route.ts';
import { revenueCatWebhookRoutes } from './revenuecat-webhook.route.ts';
import { schoolZoneClassroomsRoutes } from './schoolzone-classrooms.route.ts';
import { schoolZoneDetailedRoutes } from './schoolzone-detailed.route.ts';
import { schoolZoneProgressRoutes } from './schoolzone-progress.route.ts';
import { schoolZoneTeachersRoutes } from './schoolzone-teachers.route.ts';
import { stripeSubscriptionRoutes } from './stripe-subscription.route.ts';
import { stripeWebhookRoutes } from './stripe-webhook.route.ts';
import { userRoutes } from './user.route.ts';

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
    api.setValidatorCompiler(validatorCompiler);
    api.setSerializerCompiler(serializerCompiler);
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
    await api.register(idTokenKeysRoutes(portal));
    await api.register(integrationsRoutes(portal, signsFor));
    await api.register(userRoutes(portal));
    await api.register(passwordResetRoutes(portal));
    await api.register(analyticsRoutes(portal));
    await api.register(geolocationRoutes(options.countryHeader));
    await api.register(playfabFunctionRoutes(portal));
    await api.register(stripeSubscriptionRoutes(portal));
    await api.register(declarationsRoutes(portal));
    await api.register(stripeWebhookRoutes(portal));
    await api.register(revenueCatWebhookRoutes(portal));
    await api.register(schoolZoneTeachersRoutes(portal, signsFor));
    await api.register(schoolZoneClassroomsRoutes(portal));
    await api.register(schoolZoneDetailedRoutes(portal));
    await api.register(schoolZoneProgressRoutes(portal));
    if (portal.admin.isThere) await api.register(levelsRoutes(portal));
    await docsRoutes(api);
  });
};

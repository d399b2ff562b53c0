import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';

import type { LegalLinks } from '../src/config/legal-links.ts';
import { isPartnerOrigin } from './api/origins.ts';
import { registerApi } from './api/register-api.ts';
import { answerBrokenRequest, answerFrameworkError, createErrorHandler } from './api/failures.ts';
import type { Portal } from './domain/portal.ts';
import { addHealth } from './server/health.ts';
import { addHostGuard, type HostGuardOptions } from './server/host-guard.ts';
import { logRequests } from './server/log.ts';
import { addMetrics, type Metrics, type MetricsAccess } from './server/metrics.ts';
import { warnOfUnnamedProxy } from './server/proxy-warning.ts';
import { addRedirectHosts } from './server/redirect-hosts.ts';
import { addSecurityHeaders, type HeaderOptions } from './server/security-headers.ts';
import { serveSite } from './server/site.ts';

export type AppDependencies = {
  portal: Portal;
  logger: FastifyBaseLogger;
  metrics: Metrics;
  metricsAccess: MetricsAccess;
  headers: HeaderOptions;
  /** Origins of the portal's own pages. */
  ownOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: readonly string[];
  countryHeader: string | undefined;
  isReady(): Promise<boolean>;
  /** The folder with `site` and `elements`; with null, no pages are served. */
  built: string | null;
  /** A folder with earlier releases of the elements, for partners who pinned a version. */
  keptReleases: string | undefined;
  /** The operator's own legal pages, which replace the samples. */
  legalLinks: LegalLinks;
  /** The public origin of the portal; no trailing slash. */
  publicUrl: string;
  /** Host names that redirect to the portal. */
  redirectHosts: readonly string[];
  /** Checks the host and the access key; development only. */
  hostGuard: HostGuardOptions | null;
  /** Mounts the emulators and their inspection pages; development only. */
  mountDevelopment: ((app: FastifyInstance) => Promise<void>) | null;
};

/** Creates the whole HTTP application without listening on a port; tests call it with `inject`. */
export const createApp = async (deps: AppDependencies): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy.length === 0 ? false : [...deps.trustProxy],
    bodyLimit: 16 * 1024,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerBrokenRequest,
    // Limits slow clients: a request must arrive completely within this time (in milliseconds).
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 256 },
  });
  app.setErrorHandler(createErrorHandler(deps.portal.events));
  addSecurityHeaders(app, deps.headers);
  addRedirectHosts(app, deps);
  if (deps.hostGuard !== null) addHostGuard(app, deps.hostGuard);
  logRequests(app);
  if (deps.trustProxy.length === 0) warnOfUnnamedProxy(app);
  addHealth(app, deps.isReady);
  addMetrics(app, deps.metrics, deps.metricsAccess);
  await registerApi(app, {
    portal: deps.portal,
    publicUrl: deps.publicUrl,
    ownOrigins: deps.ownOrigins,
    isPartner: isPartnerOrigin(deps.headers.mode, deps.headers.partnerOrigins),
    countryHeader: deps.countryHeader,
  });
  await deps.mountDevelopment?.(app);
  const { built, keptReleases, legalLinks, publicUrl } = deps;
  if (built !== null) await serveSite(app, { built, keptReleases, legalLinks, publicUrl });
  return app;
};

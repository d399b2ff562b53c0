import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';

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
  /** Origins that the portal's own pages have. */
  ownOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-*` is believed. */
  trustProxy: readonly string[];
  countryHeader: string | undefined;
  isReady(): Promise<boolean>;
  /** The folder with `site` and `elements`; null serves no pages. */
  built: string | null;
  /** A folder of earlier elements, for partners who pinned them. */
  keptReleases: string | undefined;
  /** The origin that the pages name as theirs; no trailing slash. */
  publicUrl: string;
  /** Host names that lead to the portal's own. */
  redirectHosts: readonly string[];
  /** Development only. */
  hostGuard: HostGuardOptions | null;
  /** Stand-ins for outside services and what looks into them; development only. */
  mountDevelopment: ((app: FastifyInstance) => Promise<void>) | null;
};

/** Everything that answers on the portal's address, without a port: tests call it by `inject`. */
export const createApp = async (deps: AppDependencies): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy.length === 0 ? false : [...deps.trustProxy],
    bodyLimit: 16 * 1024,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerBrokenRequest,
    // A browser that sends its body drop by drop must not hold a connection for long.
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
    ownOrigins: deps.ownOrigins,
    isPartner: isPartnerOrigin(deps.headers.mode, deps.headers.partnerOrigins),
    countryHeader: deps.countryHeader,
  });
  await deps.mountDevelopment?.(app);
  const { built, keptReleases, publicUrl } = deps;
  if (built !== null) await serveSite(app, { built, keptReleases, publicUrl });
  return app;
};

import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Partner } from '../src/config/partner-origins.ts';
import { createErrorHandler } from './api/failures.ts';
import { createSignsFor, isPartnerOrigin } from './api/origins.ts';
import { registerApi } from './api/register-api.ts';
import type { Portal } from './domain/portal.ts';
import { addRequestId, requestIdOf } from './request-id.ts';
import { addHealth } from './server/health.ts';
import { drainBodies, httpOptions, maxConnections } from './server/listen.ts';
import { logRequests } from './server/log.ts';
import { addMetrics, type Metrics, type MetricsAccess } from './server/metrics.ts';
import { createPriceLine } from './server/pages.ts';
import { addHostGuard, addRedirectHosts, type RedirectOptions, removeForwardedPorts } from './server/request-target.ts';
import { addSecurityHeaders, type HeaderOptions } from './server/security-headers.ts';
import { serveSite, type SiteOptions } from './server/site.ts';

/** The log and the metrics, by which operators observe the server. */
type Monitoring = {
  logger: FastifyBaseLogger;
  metrics: Metrics;
  metricsAccess: MetricsAccess;
  isReady(): Promise<boolean>;
  isStopping?(): boolean;
  isOverloaded?(): boolean;
};

/** Under which addresses the portal is reached, and through which proxies. */
type NetworkOptions = RedirectOptions & {
  /** Origins of the portal's own pages. */
  ownOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: readonly string[];
  /** The partners and the pages that may contain their widgets. */
  partners: readonly Partner[];
};

export type AppDependencies = {
  portal: Portal;
  monitoring: Monitoring;
  network: NetworkOptions;
  headers: HeaderOptions;
  site: SiteOptions;
  /** Adds the emulators and their inspection pages to a development server; null in production. */
  mountTools: ((app: FastifyInstance) => Promise<void>) | null;
};

/** Creates the whole HTTP application without listening on a port; tests call it with `inject`. */
export const createApp = async (deps: AppDependencies): Promise<FastifyInstance> => {
  const { portal, monitoring, network, headers, site, mountTools } = deps;
  const { publicUrl, ownOrigins, trustProxy, partners } = network;
  const app = Fastify({
    loggerInstance: monitoring.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // The id is in every line already.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    ...httpOptions,
  });
  app.server.maxConnections = maxConnections;
  drainBodies(app);
  addRequestId(app);
  app.setErrorHandler(createErrorHandler(portal.events));
  removeForwardedPorts(app);
  addSecurityHeaders(app, headers);
  addRedirectHosts(app, network);
  if (mountTools !== null) addHostGuard(app);
  logRequests(app);
  addHealth(app, monitoring);
  addMetrics(app, monitoring.metrics, monitoring.metricsAccess);
  const isPartner = isPartnerOrigin(headers.mode, headers.partnerOrigins);
  const signsFor = createSignsFor(headers.mode, partners, ownOrigins);
  const { isOverloaded = () => false } = monitoring;
  await registerApi(app, { portal, publicUrl, ownOrigins, isPartner, signsFor, isOverloaded });
  await mountTools?.(app);
  await serveSite(app, site, { publicUrl, priceLine: createPriceLine(portal.billing) });
  return app;
};

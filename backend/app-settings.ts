import type { AppDependencies, DevelopmentTools } from './app.ts';
import type { Config } from './config/load-config.ts';
import type { MetricsAccess } from './server/metrics.ts';

type AppSettings = Pick<AppDependencies, 'headers' | 'network'> & {
  metricsAccess: MetricsAccess;
  /** Null in production. */
  hostGuard: DevelopmentTools['hostGuard'] | null;
};

/**
 * Converts the configuration into the settings of the app.
 * @param key the access key of a development server that other machines can reach.
 */
export const appSettings = (config: Config, key: string | null): AppSettings => {
  const { mode, publicUrl, port, partners, partnerOrigins, trustProxy, countryHeader, redirectHosts } = config;
  const metricsAccess = { mode, keys: config.metricsKeys };
  const network = { publicUrl, redirectHosts, trustProxy, countryHeader, partners };
  if (config.mode === 'production') {
    return {
      metricsAccess,
      headers: { mode, partnerOrigins, connectOrigins: [config.playfab.url] },
      network: { ...network, ownOrigins: [publicUrl] },
      hostGuard: null,
    };
  }
  return {
    metricsAccess,
    // Changes of source files arrive by a WebSocket of the dev server.
    headers: { mode, partnerOrigins, connectOrigins: config.devServer ? [config.devServer.replace('http', 'ws')] : [] },
    network: { ...network, ownOrigins: [publicUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`] },
    hostGuard: {
      names: [new URL(publicUrl).hostname, config.host],
      key,
      isPublished: config.isPublished,
      hasAdminKey: config.adminKeys !== 'everybody',
    },
  };
};

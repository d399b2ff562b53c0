import type { AppDependencies } from './app.ts';
import type { Config } from './config.ts';

type AppSettings = Pick<
  AppDependencies,
  | 'metricsAccess'
  | 'publicUrl'
  | 'keptReleases'
  | 'legalLinks'
  | 'redirectHosts'
  | 'headers'
  | 'ownOrigins'
  | 'trustProxy'
  | 'countryHeader'
  | 'hostGuard'
>;

/**
 * Converts the configuration into the options of the app.
 * @param key the access key of a development server that other machines can reach.
 */
export const appSettings = (config: Config, key: string | null): AppSettings => {
  const { mode, publicUrl, port, partnerOrigins, trustProxy, countryHeader, redirectHosts } = config;
  const common = {
    publicUrl,
    keptReleases: config.keptReleases,
    legalLinks: config.legalLinks,
    redirectHosts,
    metricsAccess: { mode, key: config.metricsKey },
    trustProxy,
    countryHeader,
  };
  if (config.mode === 'production') {
    const headers = { mode, partnerOrigins, connectOrigins: [config.playfab.url] };
    return { ...common, headers, ownOrigins: [publicUrl], hostGuard: null };
  }
  return {
    ...common,
    headers: { mode, partnerOrigins, connectOrigins: [] },
    ownOrigins: [publicUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`],
    hostGuard: {
      names: [new URL(publicUrl).hostname, config.host],
      key,
      isPublished: config.isPublished,
      hasAdminKey: config.adminKeys !== 'everybody',
    },
  };
};

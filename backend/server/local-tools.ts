import type { IncomingHttpHeaders } from 'node:http';
import { routes } from '../../src/contracts/routes.ts';

/**
 * Returns whether a proxy forwarded the request. The address of the connection is then the proxy's, so it may be this
 * machine.
 */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name));

/**
 * Returns whether a route is for the developer only: the captured mails and, while no admin key protects it, the level
 * tool.
 * @param pattern the route's pattern, not the URL as sent: `/%64ev/mail` is the same route.
 */
export const isDevelopmentTool = (pattern: string, hasAdminKey: boolean): boolean => {
  if (/^\/dev(\/|$)/.test(pattern)) return true;
  return !hasAdminKey && (pattern.replace(/\/$/, '') === routes.levels.path || pattern.startsWith('/api/admin/'));
};

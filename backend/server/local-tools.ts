import type { IncomingHttpHeaders } from 'node:http';
import { routes } from '../../src/contracts/routes.ts';

/** Whether a proxy handed the request on. The address of the connection is then the proxy's, so it may be this machine. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name));

/**
 * Whether a route is for the developer alone: the captured mails and, while no admin key protects it, the level tool.
 * @param pattern the route's own pattern, not the address as sent: `/%64ev/mail` is the same route.
 */
export const isDevelopmentTool = (pattern: string, hasAdminKey: boolean): boolean => {
  if (/^\/dev(\/|$)/.test(pattern)) return true;
  return !hasAdminKey && (pattern.replace(/\/$/, '') === routes.levels.path || pattern.startsWith('/api/admin/'));
};

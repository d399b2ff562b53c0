import type { Endpoints } from '../../config/endpoints.ts';
import { apiPaths } from '../../contracts/api.ts';
import { platform } from '../../contracts/token.ts';
import { done, type Result } from '../../lib/result.ts';
import { literal, object } from '../../lib/shapes.ts';

/** What the calls of the user-api have in common (spec section 7). */
export const isSuccess = object({ success: literal(true) });

export const withoutValue = (result: Result<unknown>): Result<void> => (result.ok ? done : result);

export const userApiAddress = ({ portal }: Endpoints, path: string, query: Record<string, string>): string =>
  `${portal}${path}?${new URLSearchParams(query)}`;

export const integrationsAddress = (endpoints: Endpoints): string =>
  userApiAddress(endpoints, apiPaths.integrations, { p: platform });

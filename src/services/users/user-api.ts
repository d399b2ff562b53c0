import type { Endpoints } from '../../config/endpoints.ts';
import { apiPaths } from '../../contracts/api.ts';
import { platform } from '../../contracts/token.ts';

/** Addresses of the user-api (product-spec.md#7-calls-made). */
export const userApiAddress = ({ portal }: Endpoints, path: string, query: Record<string, string>): string =>
  `${portal}${path}?${new URLSearchParams(query)}`;

export const integrationsAddress = (endpoints: Endpoints): string =>
  userApiAddress(endpoints, apiPaths.integrations, { p: platform });

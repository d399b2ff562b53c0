import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config, Environment } from '../config.ts';

/** `build.json`: what the pages and elements were built for. The variables are public: they are in the bundles. */
const stampShape = z.object({
  mode: z.enum(['development', 'production']),
  variables: z.record(z.string(), z.string()).default({}),
});

/** The bundle is not this server's: another mode, other partners, or not there. */
export class BundleError extends Error {
  override name = 'BundleError';
}

const readStamp = (built: string): z.output<typeof stampShape> | null => {
  try {
    return stampShape.parse(JSON.parse(readFileSync(join(built, 'build.json'), 'utf8')));
  } catch {
    return null;
  }
};

/**
 * In production the pages must be built for production, and with the variables that this process makes its partner
 * table, CORS and policies of: otherwise a widget would trust a partner whom the server refuses, or the reverse.
 * @throws BundleError naming what differs.
 */
export const checkBundle = (built: string, config: Config, env: Environment): void => {
  const stamp = readStamp(built);
  if (stamp === null) throw new BundleError('The pages are not built. Run: npm run build');
  if (config.mode === 'development') return;
  if (stamp.mode !== config.mode) {
    throw new BundleError(`The pages were built for ${stamp.mode}. Run: APP_MODE=production npm run build`);
  }
  const { titleId, url } = config.playfab;
  const given: Environment = {
    VITE_PLAYFAB_TITLE_ID: titleId,
    VITE_PLAYFAB_URL: url,
    ...Object.fromEntries(
      Object.entries(env).filter(([name, value]) => name.startsWith('VITE_') && value !== undefined && value !== ''),
    ),
  };
  const names = new Set([...Object.keys(given), ...Object.keys(stamp.variables)]);
  const different = [...names].filter((name) => given[name] !== stamp.variables[name]).sort();
  if (different.length > 0) {
    throw new BundleError(`The pages were built with another ${different.join(', ')}. Build again, or correct it.`);
  }
};

import type { Plugin } from 'vite';
import { createBrand } from './brand.ts';
import { createPartners } from './partner-origins.ts';
import { createStoreLinks } from './store-links.ts';

/**
 * Settles the partner table at build time: a mistake in `VITE_PARTNERS` fails the build instead of a partner's page, and
 * a production bundle does not even hold the code that would add the demo partner.
 */
export const settledConfig = (): Plugin => ({
  name: 'maths-portal:settled-config',
  config: () => {
    const brand = createBrand(process.env);
    // For its refusal: a token must not travel to an address that is not https.
    createStoreLinks(process.env, brand);
    return {
      define: {
        __PARTNERS__: JSON.stringify(createPartners(process.env, brand)),
        __DEVELOPMENT__: JSON.stringify(process.env['APP_MODE'] !== 'production'),
      },
    };
  },
});

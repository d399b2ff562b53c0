import type { Plugin } from 'vite';
import { resolveTokens } from './design-tokens.ts';
import { createBrand } from './brand.ts';
import { createLegalLinks, createStoreLinks } from './links.ts';
import { createPartners } from './partner-origins.ts';
import { buildVariables } from './settings.ts';
import { textOf } from './variables.ts';
import { createWithdrawalDays } from './withdrawal-days.ts';

/**
 * Writes the values of the design tokens into the style sheets. A PostCSS plugin also sees the sheets that others
 * import.
 */
export const designTokens = (): Plugin => ({
  name: 'maths-portal:design-tokens',
  config: () => ({
    css: {
      postcss: {
        plugins: [
          {
            postcssPlugin: 'design-tokens',
            Declaration(declaration) {
              const resolved = resolveTokens(declaration.value);
              if (resolved !== declaration.value) declaration.value = resolved;
            },
          },
        ],
      },
    },
  }),
});

/** The variables that become other constants, or that only the build reads. */
const settled = /^VITE_(BRAND_|DEMO_|PARTNERS|PORTAL_URL|WITHDRAWAL_)/;

/**
 * Creates the brand and the partner table at build time. A wrong `VITE_PARTNERS` then fails the build instead of a
 * partner's page, and a production bundle does not contain the code that adds the demo partner.
 */
export const settledConfig = (): Plugin => ({
  name: 'maths-portal:settled-config',
  config: () => {
    const brand = createBrand(process.env);
    // Both throw for an address that is not https. Without these calls only a visitor's browser would.
    createStoreLinks(process.env, brand);
    createLegalLinks(process.env);
    return {
      define: {
        __VARIABLES__: JSON.stringify(
          Object.fromEntries(
            buildVariables.filter((name) => !settled.test(name)).map((name) => [name, textOf(process.env, name)]),
          ),
        ),
        __BRAND__: JSON.stringify(brand),
        __WITHDRAWAL_DAYS__: JSON.stringify(createWithdrawalDays(process.env)),
        __PARTNERS__: JSON.stringify(createPartners(process.env, brand)),
        __FOR_ONE_PORTAL__: JSON.stringify(Boolean(process.env['VITE_PORTAL_URL'])),
        __DEVELOPMENT__: JSON.stringify(process.env['APP_MODE'] !== 'production'),
      },
    };
  },
});

import type { Plugin } from 'vite';
import { resolveTokens } from '../../src/config/design-tokens.ts';
import { createBrand } from '../../src/config/brand.ts';
import { createLegalLinks, createStoreLinks } from '../../src/config/links.ts';
import { createPartners } from '../../backend/config/create-partners.ts';
import { buildVariables } from '../../backend/config/settings.ts';
import { variableText } from '../../src/config/variables.ts';

/**
 * The browsers that the build targets (docs/partners/policies.md#browsers): those with `light-dark()` and relative
 * colours. The translation of `light-dark()` for older ones is wrong where a page sets no `color-scheme`, and a
 * partner's colour is not known at build time.
 */
export const targets = ['chrome123', 'firefox128', 'safari18'];

/** What grows with the reader's font size: texts, and the space in and between them. */
const growing = /^(font(-size)?|line-height|(row-|column-)?gap|(padding|margin)(-[a-z-]+)?)$/;
const pixels = /(?<![\w.-])(-?\d*\.?\d+)px/g;
const folder = /[\\/](host-site|src|elements)[\\/]/;

/**
 * Returns a value in the reader's unit: on the portal's own pages a sixteenth of the browser's font size. A partner's
 * page has another root, so the elements there use its `--maths-unit`, a pixel by default.
 */
const scaled = (value: string, file: string): string =>
  value.replaceAll(pixels, (text, size: string) => {
    if (Math.abs(Number(size)) < 4) return text;
    return file.includes('host-site') ? `${Number(size) / 16}rem` : `calc(${size}*var(--maths-unit,1px))`;
  });

/** Returns whether a style is for paper, which has its own sizes. */
const isForPaper = (node: object): boolean => {
  for (let at: unknown = node; typeof at === 'object' && at !== null; at = Reflect.get(at, 'parent')) {
    if (/print/.test(String(Reflect.get(at, 'params')))) return true;
  }
  return false;
};

/** Writes design tokens and the reader's unit into style sheets; a PostCSS plugin also sees the imported ones. */
export const designTokens = (): Plugin => ({
  name: 'maths-portal:design-tokens',
  config: () => ({
    css: {
      postcss: {
        plugins: [
          {
            postcssPlugin: 'design-tokens',
            Declaration(declaration) {
              const { prop, source } = declaration;
              const file = source?.input.file ?? '';
              const resolved = resolveTokens(declaration.value);
              const value =
                growing.test(prop) && folder.test(file) && !isForPaper(declaration) ? scaled(resolved, file) : resolved;
              if (value !== declaration.value) declaration.value = value;
            },
            /** A page with large text has the layout of a narrow one. */
            AtRule(rule) {
              if (!/^(media|container)$/.test(rule.name) || !folder.test(rule.source?.input.file ?? '')) return;
              const params = rule.params.replaceAll(pixels, (_, size: string) => `${Number(size) / 16}em`);
              if (params !== rule.params) rule.params = params;
            },
          },
        ],
      },
    },
  }),
});

/** The variables that become other constants, or that only the build reads. */
const settled = /^VITE_(BRAND_|DEMO_|PARTNERS|PORTAL_URL)/;

/** Creates brand and partners at build time: a wrong `VITE_PARTNERS` fails the build instead of a partner's page. */
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
            buildVariables.filter((name) => !settled.test(name)).map((name) => [name, variableText(process.env, name)]),
          ),
        ),
        __BRAND__: JSON.stringify(brand),
        __PARTNERS__: JSON.stringify(createPartners(process.env, brand)),
        __FOR_ONE_PORTAL__: JSON.stringify(Boolean(process.env['VITE_PORTAL_URL'])),
        __DEVELOPMENT__: JSON.stringify(process.env['APP_MODE'] !== 'production'),
      },
    };
  },
});

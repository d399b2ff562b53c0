import type { Plugin } from 'vite';
import { resolveTokens } from './design-tokens.ts';

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

import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig, type UserConfig } from 'vite';
import { inlineScripts } from './host-site/prerender/vite-plugins.ts';
import { designTokens, settledConfig, targets } from './scripts/build/vite-plugins.ts';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

const folder = (name: string): string => resolve(import.meta.dirname, name);
const built = folder(process.env['BUILD_FOLDER'] ?? 'dist');
const output = (name: string): string => join(built, name);

const build: BuildOptions = {
  target: targets,
  emptyOutDir: true,
  // Inlined assets would require `data:` in the content security policy.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
};

/** The address of the portal for the demo partner. `npm start` sets it, because ports are variables. */
const portal = process.env['VITE_DEMO_PORTAL_URL'] ?? 'http://localhost:4173';

const plugins = [react(), playfab(), settledConfig(), designTokens()];
/**
 * Builds the program that writes the documents, and the styles and pictures that they link. It never runs the code of a
 * tag.
 */
const pages: UserConfig = {
  root: folder('host-site'),
  plugins: [...plugins, inlineScripts(plugins)],
  publicDir: false,
  build: {
    ...build,
    ssr: 'prerender/main.ts',
    ssrEmitAssets: true,
    outDir: output('prerender'),
    rolldownOptions: {
      output: { entryFileNames: 'prerender.js', chunkFileNames: 'chunks/[name].js' },
    },
  },
};

/** Builds the demo partner: plain documents, like another company's website. */
const demo: UserConfig = {
  root: folder('demo'),
  publicDir: false,
  plugins: [designTokens()],
  define: { 'import.meta.env.VITE_DEMO_PORTAL_URL': JSON.stringify(portal) },
  build: {
    ...build,
    outDir: output('demo'),
    rolldownOptions: {
      input: ['index', 'stores', 'class'].map((page) => folder(`demo/${page}.html`)),
    },
  },
};

/** `vite build -c vite.site.config.ts`, and the same command with `--mode demo`. */
export default defineConfig(({ mode }) => (mode === 'demo' ? demo : pages));

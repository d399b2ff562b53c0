import { realpathSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { elementsInDevelopment } from './elements/build/dev-vite-plugin.ts';
import { inlineScripts, pagesInDevelopment } from './host-site/prerender/vite-plugins.ts';
import { designTokens, settledConfig } from './scripts/build/vite-plugins.ts';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

/** Each server and each build needs its own plugins, because they keep state. */
const plugins = () => [react(), playfab(), settledConfig(), designTokens()];

/** The demo partner's documents are at the root of its own origin, and their files are in the folder `demo`. */
const demoInDevelopment: Plugin = {
  name: 'maths-portal:demo-in-development',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replaceAll(/"\.\/(?=[\w/-]+\.(?!html))/g, '"/demo/') },
};

/**
 * The dev server of `npm run dev` (scripts/commands/dev.ts). The backend answers with its documents and files, so
 * that a browser finds them at the addresses and with the headers of the build.
 */
export default defineConfig({
  appType: 'mpa',
  cacheDir: '.cache/vite',
  publicDir: 'host-site/public',
  plugins: [plugins(), inlineScripts(plugins()), elementsInDevelopment(), pagesInDevelopment(), demoInDevelopment],
  // Inlined pictures would require `data:` in the content security policy.
  build: { assetsInlineLimit: 0 },
  optimizeDeps: {
    entries: ['elements/*.ts', 'src/features/*/view.tsx', 'demo/*.ts'],
  },
  environments: {
    // The forms are rendered here. Services are created but never used.
    ssr: { define: { window: 'globalThis' } },
  },
  server: {
    // The policy of the pages refuses its styles; the console and the terminal name the error.
    hmr: { overlay: false },
    // A checkout may link the packages of another one.
    fs: { allow: ['.', realpathSync('node_modules')] },
    watch: {
      ignored: ['**/.data/**', '**/dist/**', '**/dist-*/**'],
      // Many editors empty a file before they write it. Without this, an empty style could stay on the page.
      awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
    },
  },
});

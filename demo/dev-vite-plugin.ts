import type { Plugin } from 'vite';
import { demoPages } from './pages-vite-plugin.ts';

/** Serves the demo partner's website from its sources in the folder `demo`. */
export const demoInDevelopment = (portal: string): Plugin[] => [
  ...demoPages(portal),
  {
    name: 'maths-portal:demo-in-development',
    // The website's documents are at the root of its own origin, and their files are in this folder.
    transformIndexHtml: { order: 'pre', handler: (html) => html.replaceAll('"./', '"/demo/') },
  },
];

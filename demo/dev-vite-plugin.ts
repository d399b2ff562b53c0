import type { Plugin, ViteDevServer } from 'vite';
import { runSource } from '../elements/build/dev-vite-plugin.ts';
import type * as RenderForms from '../elements/build/render-forms.tsx';
import type * as EmbedCode from './embed-code.ts';
import { demoPages } from './pages-vite-plugin.ts';

/** Serves the demo partner's website from its sources in the folder `demo`. */
export const demoInDevelopment = (portal: string): Plugin[] => {
  let server: ViteDevServer;
  const embedCode = async (): Promise<string> => {
    const { demoEmbedCode } = await runSource<typeof EmbedCode>(server, '/demo/embed-code.ts');
    const { renderForms } = await runSource<typeof RenderForms>(server, '/elements/build/render-forms.tsx');
    return demoEmbedCode(portal, await renderForms());
  };
  return [
    ...demoPages({ portal, embedCode }),
    {
      name: 'maths-portal:demo-in-development',
      configureServer(created) {
        server = created;
      },
      // The website's documents are at the root of its own origin, and their files are in this folder.
      transformIndexHtml: { order: 'pre', handler: (html) => html.replaceAll('"./', '"/demo/') },
    },
  ];
};

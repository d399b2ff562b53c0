import type { Plugin } from 'vite';
import { runSource } from '../elements/dev-vite-plugin.ts';
import { isLanguage } from '../src/contracts/language.ts';
import { documentsPath } from '../src/contracts/pages.ts';
import { isRouteName } from '../src/contracts/routes.ts';
import type * as DevDocument from './prerender/dev-document.ts';

/** Renders the portal's pages from their sources at each request. */
export const pagesInDevelopment = (): Plugin => ({
  name: 'maths-portal:pages-in-development',
  enforce: 'pre',
  configureServer(server) {
    const render = async (path: string): Promise<string> => {
      const [, language = '', route = ''] = path.split('/');
      if (!isLanguage(language) || !isRouteName(route)) throw new Error(`There is no page ${path}`);
      const { renderDocument } = await runSource<typeof DevDocument>(server, '/host-site/prerender/dev-document.ts');
      return renderDocument(route, language);
    };
    server.middlewares.use(documentsPath, (request, response, next) => {
      render(request.url ?? '').then((html) => response.setHeader('content-type', 'text/html').end(html), next);
    });
  },
  // The document links the sheets. A policy without `unsafe-inline` blocks those that a module inserts.
  transform: {
    filter: { id: /\/host-site\/main\.tsx$/ },
    handler: (code) => ({ code: code.replaceAll(/^import '.*\.css';$/gm, ''), map: null }),
  },
});

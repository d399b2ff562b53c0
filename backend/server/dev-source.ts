import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documentPath } from '../../src/contracts/pages.ts';
import { createPages, documentOf } from './pages.ts';
import type { SiteSource } from './site.ts';

/**
 * Headers that decide what Vite answers: a style sheet or the module of one, and whether the browser's copy is current.
 */
const requestHeaders = ['accept', 'if-none-match'];
const responseHeaders = ['content-type', 'cache-control', 'etag'];

/** Returns a handler that answers with a file of the dev server. @param pathOf returns the file's path there */
export const fromDevServer =
  (devServer: string, pathOf: (url: string) => string = (url) => url) =>
  async ({ url, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const given = requestHeaders.flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    const answer = await fetch(devServer + pathOf(url), { headers: given, redirect: 'manual' });
    for (const name of responseHeaders) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  };

/** The addresses of modules, styles and pictures on the dev server. */
const sources = ['/@*', '/node_modules/*', '/.cache/*', '/src/*', '/elements/*', '/host-site/*', '/locales/*'];

/** Serves pages and sources of Vite's dev server, with the addresses and headers of the build. Development only. */
export const createDevSource = (devServer: string, publicUrl: string): SiteSource => ({
  pages: createPages(async (route, language) => {
    // An error is a document too. It reloads the page when the error is corrected.
    const answer = await fetch(devServer + documentPath(route, language), { headers: { accept: 'text/html' } });
    return documentOf(await answer.text(), publicUrl);
  }),
  addFiles: async (app: FastifyInstance) => {
    // A partner's page loads the modules of the elements, as it loads their files in the build.
    const options = { config: { auth: 'public', content: 'file' } } as const;
    for (const path of [...sources, '/favicon.ico']) app.get(path, options, fromDevServer(devServer));
  },
});

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { levelFilesPath, levelNamePattern, levelNamesPerCall, levelsPath } from '../../src/contracts/levels.ts';
import type { Portal } from '../domain/portal.ts';
import { answers, done, failure, success } from './answers.ts';

const name = z.string().regex(levelNamePattern);
const query = z.object({
  levelNames: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(name))
    .meta({ description: `Up to ${levelNamesPerCall}, divided by commas, with __ for ~` }),
});
const level = z.object({ name, url: z.string(), previewUrl: z.string() });
const contentType = { json: 'application/json; charset=utf-8', png: 'image/png' } as const;

/**
 * The level tool's calls (spec sections 5 and 7): the first names links, relative to the portal's origin, the second is
 * what they lead to. Errors of the list: INVALID_PAYLOAD (a name that can be none), TOO_MANY_LEVELS (400), UNAUTHORIZED (the
 * key), TOO_MANY_REQUESTS (five wrong keys a minute), SERVICE_UNAVAILABLE. Of a file: LINK_EXPIRED (410), NOT_FOUND,
 * SERVICE_UNAVAILABLE.
 */
export const levelsRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      levelsPath,
      {
        config: { auth: 'admin' },
        schema: {
          summary: 'Links to levels that players made',
          security: [{ bearer: [] }],
          querystring: query,
          response: answers(success.extend({ urls: z.array(level), missing: z.array(z.string()) })),
        },
      },
      async ({ query: { levelNames } }) => ({ ...done, ...(await portal.levels.find(levelNames)) }),
    );

    api.get(
      `${levelFilesPath}/:file`,
      {
        config: { auth: 'level-link' },
        schema: {
          summary: 'A level’s data (JSON) or picture (PNG), by a link of the list',
          params: z.object({ file: z.string() }),
          querystring: z.object({ expires: z.string(), signature: z.string() }),
          response: { 200: z.unknown().describe('The file'), '4xx': failure, '5xx': failure },
        },
      },
      async ({ params: { file } }, reply) => {
        const { kind, bytes } = await portal.levels.read(file);
        // Somebody made it: it is kept as a file, and never shown as a page of ours.
        return reply
          .header('content-disposition', `attachment; filename="${file}"`)
          .type(contentType[kind])
          .send(bytes);
      },
    );
  };

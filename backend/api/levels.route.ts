import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  levelDisposition,
  levelFilesPath,
  levelNamePattern,
  levelNamesPerCall,
  levelsPath,
} from '../../src/contracts/levels.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, failure, success } from './responses.ts';

const name = z.string().regex(levelNamePattern);
const query = z.object({
  levelNames: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(name))
    .meta({ description: `Up to ${levelNamesPerCall}, comma-separated, with __ for ~` }),
});
const level = z.object({ name, url: z.string(), previewUrl: z.string() });
const contentType = { json: 'application/json; charset=utf-8', png: 'image/png' } as const;

/**
 * The level tool's calls (product-spec.md#5-validation-rules and #7-calls-made). The first returns links relative to
 * the portal's origin, the second serves the linked files.
 */
export const levelsRoutes =
  ({ levels }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      levelsPath,
      {
        config: { auth: 'admin' },
        schema: {
          operationId: 'findLevels',
          tags: ['Level tool'],
          summary: 'Create links to levels that players made',
          description: 'Returns signed links of levels, valid for an hour and relative to the portal’s origin.',
          errors: ['TOO_MANY_LEVELS'],
          examples: {
            answer: {
              success: true,
              urls: [
                {
                  name: 'frog_pond__m2qa',
                  url: '/api/admin/levels/frog_pond__m2qa.json?expires=1763625600&signature=Qm1Xr5Tn9Wb2',
                  previewUrl: '/api/admin/levels/frog_pond__m2qa.png?expires=1763625600&signature=Yc6HdZk3v8Qm',
                },
              ],
              missing: ['no_such_level'],
            },
          },

          querystring: query,
          response: responses(success.extend({ urls: z.array(level), missing: z.array(z.string()) })),
        },
      },
      async ({ query: { levelNames } }) => ({ ...successBody, ...(await levels.find(levelNames)) }),
    );

    api.get(
      `${levelFilesPath}/:file`,
      {
        config: { auth: 'level-link' },
        schema: {
          operationId: 'readLevel',
          tags: ['Level tool'],
          summary: 'Read a level (JSON) or its picture (PNG)',
          description: 'Returns the file of a link: JSON for a level, PNG for its picture.',
          errors: ['NOT_FOUND'],
          examples: { answer: { blocks: [] } },

          params: z.object({ file: z.string() }),
          querystring: z.object({ expires: z.string(), signature: z.string() }),
          response: { 200: z.unknown().describe('The file'), '4xx': failure, '5xx': failure },
        },
      },
      async ({ params: { file } }, reply) => {
        const { kind, bytes } = await levels.read(file);
        // Players made the content, so browsers must save it as a file and never show it as one of our pages.
        return reply.header('content-disposition', levelDisposition(file)).type(contentType[kind]).send(bytes);
      },
    );
  };

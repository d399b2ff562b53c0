import type { FastifyPluginAsync } from 'fastify';
import { findLevels, levelDisposition, levelNamesPerCall, readLevel } from '../../src/contracts/calls/levels.ts';
import type { Portal } from '../domain/portal.ts';
import { servingIn } from './serve.ts';

const contentType = { json: 'application/json; charset=utf-8', png: 'image/png' } as const;

/** The level tool's calls (product-spec.md#7-calls-made): links relative to the portal's origin, and their files. */
export const levelsRoutes =
  ({ levels }: Portal): FastifyPluginAsync =>
  async (api) => {
    const serve = servingIn(api, { tag: 'Level tool' });
    serve(
      findLevels,
      {
        id: 'findLevels',
        summary: 'Create links to levels that players made',
        description: `Returns signed links, valid for an hour and relative to the portal’s origin. Name up to ${levelNamesPerCall} levels, comma-separated, with __ for ~.`,
      },
      async ({ query: { levelNames } }) => levels.find(levelNames.split(',')),
    );

    serve(
      readLevel,
      {
        id: 'readLevel',
        summary: 'Read a level (JSON) or its picture (PNG)',
      },
      async ({ params: { file } }, reply) => {
        const { kind, bytes } = await levels.read(file);
        // Players made the content, so browsers must save it as a file and never show it as one of our pages.
        return reply.header('content-disposition', levelDisposition(file)).type(contentType[kind]).send(bytes);
      },
    );
  };

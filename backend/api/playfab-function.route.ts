import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths, userApiVersion } from '../../src/contracts/api.ts';
import { languages } from '../../src/contracts/language.ts';
import { tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { answers, done, success } from './answers.ts';

const argument = z.object({
  token: z.string().regex(tokenPattern),
  userApiVersion: z.literal(userApiVersion),
  newParentPortalAccount: z.boolean(),
  lang: z.enum(languages),
});

/**
 * `addOrUpdateUser`, posted by PlayFab (or its emulator) as CloudScript/ExecuteFunction tells it, to the URL that is
 * registered with `?secret=…`. The guard takes the player from `CallerEntityProfile`; an id in the argument is nothing.
 * The answer travels back to the browser as `FunctionResult`.
 */
export const playfabFunctionRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      apiPaths.playfabFunction,
      {
        config: { auth: 'playfab' },
        schema: {
          summary: "The cloud function: records the player's account and binds a session token to it",
          querystring: z.object({ secret: z.string().optional() }),
          body: z.looseObject({ FunctionArgument: argument }),
          response: answers(
            success.extend({ userAPIResponse: z.object({ success: z.literal(true), id: z.string() }) }),
          ),
        },
      },
      async (request) => {
        const id = await portal.users.addOrUpdate(request.playfabId, request.body.FunctionArgument);
        return { ...done, userAPIResponse: { ...done, id } };
      },
    );
  };

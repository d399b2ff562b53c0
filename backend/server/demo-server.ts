import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type DemoStoreEventAnswer,
  type DemoStoreEventBody,
  demoHappenings,
  demoStoreEventPath,
  demoStores,
} from '../../src/contracts/demo-store-event.ts';
import { isLoopback } from '../config-values.ts';
import type { Game } from '../emulators/game/game.ts';
import { addDemoClass } from './demo-class.ts';

const storeEvent = z.object({
  userID: z.string().regex(/^[\w-]{1,64}$/),
  store: z.enum(demoStores),
  happening: z.enum(demoHappenings),
});

export type DemoOptions = {
  built: string;
  /** Tells the portal of a purchase in an app store. */
  tellStoreEvent(body: DemoStoreEventBody): Promise<DemoStoreEventAnswer>;
  game: Game;
};

/** Somebody else's website, on another site than the portal: plain files, and a few calls of its own. Development only. */
export const createDemoServer = async ({ built, tellStoreEvent, game }: DemoOptions): Promise<FastifyInstance> => {
  const app = Fastify();
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopback(request.hostname.replace(/^\[|\]$/g, ''))) return reply.code(403).send('Unknown host');
  });
  // As JSON only: then a page of another site would have to ask first, and nobody answers it.
  app.removeContentTypeParser('text/plain');
  app.post(demoStoreEventPath, async (request, reply) => {
    const asked = storeEvent.safeParse(request.body);
    return asked.success ? tellStoreEvent(asked.data) : reply.code(400).send('No such event');
  });
  addDemoClass(app, game);
  await app.register(fastifyStatic, {
    root: join(built, 'demo'),
    preCompressed: true,
    extensions: ['html'],
    cacheControl: false,
  });
  return app;
};

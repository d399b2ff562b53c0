import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Game } from '../../emulators/game/game.ts';
import { PortalRefusal } from '../../emulators/game/portal.ts';
import type { RevenueCatEmulator } from '../../emulators/revenuecat/emulator.ts';
import {
  type DemoClassFailure,
  demoClassPaths,
  demoHappenings,
  demoStoreEventPath,
  demoStores,
  demoWeeksMaximum,
} from '../../src/contracts/demo.ts';
import { languages } from '../../src/contracts/language.ts';
import { classroomIdPattern, studentsMaximum, studentsMinimum } from '../../src/contracts/calls/school-zone.ts';
import { isLoopback } from '../config/setting-values.ts';
import { fromDevServer } from './dev-source.ts';

const storeEvent = z.object({
  userID: z.string().regex(/^[\w-]{1,64}$/),
  store: z.enum(demoStores),
  happening: z.enum(demoHappenings),
});

const classroomID = z.string().regex(classroomIdPattern);
const aClass = z.object({
  numStudents: z.int().min(studentsMinimum).max(studentsMaximum),
  language: z.enum(languages),
});
const weekNumber = z.int().min(1).max(demoWeeksMaximum);
const aWeek = z.object({ classroomID, week: weekNumber, weeks: weekNumber }).refine(({ week, weeks }) => week <= weeks);
const oneLevel = z.object({ classroomID });

type DemoOptions = {
  built: string;
  /** The address of Vite's dev server, which then serves the website's sources. */
  devServer?: string | undefined;
  /** Reports a purchase in an app store to the portal. */
  tellStoreEvent: RevenueCatEmulator['tell'];
  game: Game;
};

/**
 * Returns the address of a document's source. Documents name their scripts and styles by the addresses of the sources.
 */
export const sourceOf = (url: string): string =>
  url.replace(/^\/([\w-]*)(?:\.html)?(?=\?|$)/, (_, page: string) => `/demo/${page || 'index'}.html`);

/** Creates a website of another company, on another site than the portal. Development only. */
export const createDemoServer = async ({
  built,
  devServer,
  tellStoreEvent,
  game,
}: DemoOptions): Promise<FastifyInstance> => {
  const app = Fastify();
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopback(request.hostname.replace(/^\[|\]$/g, ''))) return reply.code(403).send('Unknown host');
  });
  // Accepts JSON only, so that a page of another site needs a preflight, which is not answered.
  app.removeContentTypeParser('text/plain');
  /** Answers a call; a portal's refusal is passed on as 502, with its code. */
  const answer = <Body>(path: string, body: z.ZodType<Body>, act: (asked: Body) => Promise<object>): void => {
    app.post(path, async (request, reply) => {
      const fail = (status: number, error: string): FastifyReply =>
        reply.code(status).send({ error } satisfies DemoClassFailure);
      const asked = body.safeParse(request.body);
      if (!asked.success) return fail(400, 'INVALID_PAYLOAD');
      try {
        return await act(asked.data);
      } catch (error) {
        if (error instanceof PortalRefusal) return fail(502, error.code);
        throw error;
      }
    });
  };
  answer(demoStoreEventPath, storeEvent, tellStoreEvent);
  answer(demoClassPaths.create, aClass, game.createClass);
  answer(demoClassPaths.week, aWeek, game.playWeek);
  answer(demoClassPaths.live, oneLevel, game.playLive);
  if (devServer !== undefined) {
    app.get('/*', fromDevServer(devServer, sourceOf));
    return app;
  }
  await app.register(fastifyStatic, {
    root: join(built, 'demo'),
    preCompressed: true,
    extensions: ['html'],
    cacheControl: false,
  });
  return app;
};

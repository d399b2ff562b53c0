import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type DemoClassFailure, demoClassPaths, demoWeeksMaximum } from '../../src/contracts/demo-class.ts';
import { languages } from '../../src/contracts/language.ts';
import { classroomIdPattern, studentsMaximum, studentsMinimum } from '../../src/contracts/school-zone.ts';
import type { Game } from '../../emulators/game/game.ts';
import { PortalRefusal } from '../../emulators/game/portal.ts';

const classroomID = z.string().regex(classroomIdPattern);
const aClass = z.object({
  numStudents: z.int().min(studentsMinimum).max(studentsMaximum),
  language: z.enum(languages),
});
const weekNumber = z.int().min(1).max(demoWeeksMaximum);
const aWeek = z.object({ classroomID, week: weekNumber, weeks: weekNumber }).refine(({ week, weeks }) => week <= weeks);
const oneLevel = z.object({ classroomID });

/**
 * Adds the calls of the demo partner's page with a simulated class. A refusal by the portal is passed on as 502, with
 * its code.
 */
export const addDemoClass = (app: FastifyInstance, game: Game): void => {
  const fail = (reply: FastifyReply, status: number, error: string): FastifyReply =>
    reply.code(status).send({ error } satisfies DemoClassFailure);

  const answer = <Body>(path: string, body: z.ZodType<Body>, act: (asked: Body) => Promise<object>): void => {
    app.post(path, async (request, reply) => {
      const asked = body.safeParse(request.body);
      if (!asked.success) return fail(reply, 400, 'INVALID_PAYLOAD');
      try {
        return await act(asked.data);
      } catch (error) {
        if (error instanceof PortalRefusal) return fail(reply, 502, error.code);
        throw error;
      }
    });
  };

  answer(demoClassPaths.create, aClass, game.createClass);
  answer(demoClassPaths.week, aWeek, game.playWeek);
  answer(demoClassPaths.live, oneLevel, game.playLive);
};

import { setTimeout as wait } from 'node:timers/promises';
import { classroomPath } from '../../src/contracts/routes.ts';
import { readCommand, usage } from './command.ts';
import { createGame } from './game.ts';
import { PortalRefusal } from './portal.ts';

/** `npm run demo:class`: creates a class at the portal that runs on this machine, and plays it. */
const say = (sentence: string): boolean => process.stdout.write(`${sentence}\n`);
const { env } = process;
const url = `http://localhost:${env['PORT'] || 4173}`;
const [gameKey = ''] = (env['GAME_API_KEY'] || 'dev-game-key').split(',');

const problem = (error: unknown): string => {
  if (error instanceof PortalRefusal) return error.message;
  if (error instanceof TypeError) return `Nobody answers at ${url}: start the portal first, with npm start.`;
  throw error;
};

const command = readCommand(process.argv.slice(2));
if (command === undefined) {
  say(usage);
  process.exitCode = 1;
} else {
  const { students, weeks, language, seed, live } = command;
  const titleId = env['PLAYFAB_TITLE_ID'] || 'MATHS';
  const game = createGame({ url, titleId, gameKey: gameKey.trim(), fetch, clock: { now: () => new Date() }, seed });
  try {
    const { classroomCode, classroomID } = await game.createClass({ numStudents: students, language });
    say(`${url}${classroomPath(classroomID)}?lang=${language}`);
    say(`Class ${classroomCode}, ${students} students.`);
    for (let week = 1; week <= weeks; week += 1) {
      const { levels, completed } = await game.playWeek({ classroomID, week, weeks });
      say(`Week ${week} of ${weeks}: ${levels} levels played, ${completed} done.`);
    }
    if (live) say('Playing on, a level a second; Ctrl-C ends it.');
    while (live) {
      const { play } = await game.playLive({ classroomID });
      if (play === null) break;
      say(`#${play.studentCode} ${play.level} ${play.completed ? 'done' : 'opened'}`);
      await wait(1_000);
    }
  } catch (error) {
    say(problem(error));
    process.exitCode = 1;
  }
}

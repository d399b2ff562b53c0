import { randomBytes } from 'node:crypto';
import type {
  DemoClassAnswer,
  DemoClassBody,
  DemoLiveAnswer,
  DemoLiveBody,
  DemoWeekAnswer,
  DemoWeekBody,
} from '../../src/contracts/demo.ts';
import type { Language } from '../../src/contracts/language.ts';
import { playLive, playWeek, type SimulatedStudent } from './play.ts';
import { type ClassState, createPortalCalls, type PortalOptions } from './portal.ts';

type GameOptions = PortalOptions & { clock: { now(): Date } };

const names: Record<Language, string> = { en: 'Class 3B', fr: 'Classe 3B' };
/** The maximum number of concurrent reports, as if a class shared 16 tablets. */
const tablets = 16;

const studentsOf = ({ students }: ClassState): SimulatedStudent[] =>
  students.map(({ studentCode, levelsPlayed }) => ({
    studentCode,
    played: new Map(levelsPlayed.map(({ level, completed }) => [level, completed])),
  }));

/**
 * Plays the game against the portal over HTTP. It stores nothing: each call continues the progress that it reads, and
 * throws a `PortalRefusal` if the portal returns an error.
 */
export const createGame = ({ clock, ...options }: GameOptions) => {
  const portal = createPortalCalls(options);
  return {
    /** Signs up a class as a teacher does. The mail goes to an invented address. */
    createClass: ({ numStudents, language }: DemoClassBody): Promise<DemoClassAnswer> => {
      const email = `class-${randomBytes(5).toString('hex')}@brightpath.example`;
      const teacher = { email, name: names[language], numStudents: String(numStudents), ageGroup: '8-9' } as const;
      return portal.createTeacher(teacher, language);
    },
    playWeek: async ({ classroomID, ...week }: DemoWeekBody): Promise<DemoWeekAnswer> => {
      const state = await portal.readClass(classroomID);
      const plays = playWeek(studentsOf(state), week, clock.now());
      for (let sent = 0; sent < plays.length; sent += tablets) {
        const reports = plays.slice(sent, sent + tablets);
        await Promise.all(reports.map((play) => portal.report({ classroomCode: state.code, ...play })));
      }
      return { levels: plays.length, completed: plays.filter(({ completed }) => completed).length };
    },
    playLive: async ({ classroomID }: DemoLiveBody): Promise<DemoLiveAnswer> => {
      const state = await portal.readClass(classroomID);
      const play = playLive(studentsOf(state));
      if (play !== null) await portal.report({ classroomCode: state.code, ...play });
      return { play };
    },
  };
};
export type Game = ReturnType<typeof createGame>;

import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { classroomDetailedPath, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import { codeOf, concepts, connect, insertClasses, linkOf, playAll, studentCodes } from './classes.ts';
import { printTimes } from '../figures.ts';
import { processorTime } from './processor-time.ts';
import { gameKey, startProduction } from './production.ts';
import { postmasterOf } from './world.ts';

/**
 * Simulates a school morning at a small scale, and extrapolates the processors that 5,000 classes need. Each class starts
 * within the first `START` seconds. Its teacher opens the page, which then asks every thirty seconds; each of its
 * students opens or finishes a level every thirty seconds. All times are from the moment when a call is due.
 */
const classes = Number(process.env['CLASSES'] ?? 60);
const seconds = Number(process.env['SECONDS'] ?? 120);
const start = Number(process.env['START'] ?? 30);
const students = 25;
const pause = 30;
const whole = 5_000;

const agent = new Agent({ keepAlive: true });
const send = (call: { port: number; path: string; from: string; headers?: Record<string, string>; body?: string }) =>
  new Promise<string>((resolve, reject) => {
    const { port, path, from, headers = {}, body } = call;
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ host: '127.0.0.1', localAddress: from, port, path, method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${path.split('?', 1)[0]} answered ${answer.statusCode}`));
      });
    });
    asked.on('error', reject).end(body);
  });

const times = { report: [] as number[], open: [] as number[], refresh: [] as number[] };
const answered = z.object({ cursor: z.string() });

const production = await startProduction(2);
const client = await connect(production.databaseUrl);
try {
  await insertClasses(client, classes);
  // As in the middle of a school year.
  await playAll(client, 0.5);
  const postmaster = await postmasterOf(production.databaseUrl);
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const portOf = (turn: number): number => production.ports[turn % production.ports.length] ?? 0;

  /** Calls at each due time, later when the call before took longer. */
  const repeat = async (first: number, call: (turn: number, due: number) => Promise<void>): Promise<void> => {
    for (let turn = 0; ; turn += 1) {
      const due = first + turn * pause * 1000;
      if (due > end) return;
      await wait(Math.max(0, due - performance.now()));
      await call(turn, due);
    }
  };

  const teach = (number: number, from: string, first: number) => {
    let cursor = '';
    return repeat(first, async (turn, due) => {
      const path = `${classroomDetailedPath(linkOf(number))}?levels=counted&since=${encodeURIComponent(cursor)}`;
      cursor = answered.parse(JSON.parse(await send({ port: portOf(turn), path, from }))).cursor;
      times[turn === 0 ? 'open' : 'refresh'].push(performance.now() - due);
    });
  };
  const play = (number: number, student: number, first: number) =>
    repeat(first, async (turn, due) => {
      const played = concepts[(student + Math.floor(turn / 8)) % concepts.length];
      if (played === undefined) throw new Error('The curriculum is empty.');
      const body = JSON.stringify({
        classroomCode: codeOf(number),
        studentCode: studentCodes[student],
        package: played.package,
        concept: played.concept,
        level: played.levels[Math.floor(turn / 2) % played.levels.length],
        completed: turn % 2 === 1,
        total: played.levels.length,
      });
      const headers = { authorization: `Bearer ${gameKey}`, 'content-type': 'application/json' };
      await send({ port: portOf(student), path: schoolZonePaths.progress, from: '127.0.0.1', headers, body });
      times.report.push(performance.now() - due);
    });

  const pids = [production.pids, [postmaster]] as const;
  const before = pids.map(processorTime);
  await Promise.all(
    Array.from({ length: classes }, (_, number) => {
      // Each school has its own address.
      const from = `127.1.${number >> 8}.${number & 255}`;
      const first = begin + (number / classes) * start * 1000;
      const hands = Array.from({ length: students }, (_none, student) =>
        play(number, student, first + (student / students) * pause * 1000),
      );
      return Promise.all([teach(number, from, first), ...hands]);
    }),
  );
  const spent = pids.map((each, side) => processorTime(each) - (before[side] ?? 0));

  console.log(`${classes} classes of ${students} students, ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`);
  printTimes('a report', times.report);
  printTimes('opening a class', times.open);
  printTimes('refreshing a class', times.refresh);
  // Classes that start later work for a shorter time.
  const classSeconds = classes * (seconds - start / 2);
  for (const [side, name] of ['the portal', 'PostgreSQL'].entries()) {
    const perClass = (spent[side] ?? 0) / classSeconds;
    console.log(
      `${name}: ${perClass.toFixed(2)} ms of processor time per class and second, ${((perClass * whole) / 1000).toFixed(1)} processors for ${whole} classes`,
    );
  }
} finally {
  agent.destroy();
  await client.end();
  await production.close();
}

import { Agent, request } from 'node:http';
import { schoolZonePaths } from '../../src/contracts/school-zone.ts';
import { codeOf, concepts, connect, insertClasses, studentCodes } from './classes.ts';
import { printTimes } from '../figures.ts';
import { gameKey, startProduction } from './production.ts';

/**
 * Measures `POST progress` at two server processes on one PostgreSQL; the limit is at least 500 per second. Every tenth
 * report is sent twice at the same time, once to each server. Then checks that every acknowledged report is stored
 * exactly once.
 */
const classes = Number(process.env['CLASSES'] ?? 200);
const seconds = Number(process.env['SECONDS'] ?? 30);
const hands = Number(process.env['HANDS'] ?? 32);

const agent = new Agent({ keepAlive: true, maxSockets: hands });
const headers = { authorization: `Bearer ${gameKey}`, 'content-type': 'application/json' };
const milliseconds: number[] = [];
const post = (port: number | undefined, body: object): Promise<void> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const call = { host: '127.0.0.1', port, path: schoolZonePaths.progress, method: 'POST', headers, agent };
    const asked = request(call, (answer) => {
      answer.resume().on('end', () => {
        milliseconds.push(performance.now() - began);
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`answered ${answer.statusCode}`));
      });
    });
    asked.on('error', reject).end(JSON.stringify(body));
  });

/** Simulates a lesson: every student continues at the next level, and the students of a class play at the same time. */
const reportOf = (turn: number) => {
  const student = Math.floor(turn / classes) % studentCodes.length;
  const step = Math.floor(turn / classes / studentCodes.length);
  const played = concepts[Math.floor(step / 4) % concepts.length];
  if (played === undefined) throw new Error('The curriculum is empty.');
  const level = played.levels[(step % 4) % played.levels.length] ?? '';
  const completed = turn % 3 !== 0;
  const { package: name, concept, levels } = played;
  const [classroomCode, studentCode] = [codeOf(turn % classes), studentCodes[student] ?? ''];
  return { classroomCode, studentCode, package: name, concept, level, completed, total: levels.length };
};

const production = await startProduction(2);
const client = await connect(production.databaseUrl);
try {
  await insertClasses(client, classes);
  const [one, other] = production.ports;
  const told = new Map<string, boolean>();
  let turn = 0;
  const play = async (hand: number, until: number): Promise<void> => {
    while (performance.now() < until) {
      const mine = turn;
      turn += 1;
      const report = reportOf(mine);
      const [port, twin] = hand % 2 === 0 ? [one, other] : [other, one];
      await Promise.all([post(port, report), ...(mine % 10 === 0 ? [post(twin, report)] : [])]);
      const name = `${report.classroomCode} ${report.studentCode} ${report.level}`;
      told.set(name, report.completed || told.get(name) === true);
    }
  };
  const run = (length: number) =>
    Promise.all(Array.from({ length: hands }, (_, hand) => play(hand, performance.now() + length * 1000)));
  await run(3);
  milliseconds.length = 0;
  const began = performance.now();
  await run(seconds);
  const rate = milliseconds.length / ((performance.now() - began) / 1000);
  console.log(`progress, two processes, ${hands} at once: ${rate.toFixed(0)} reports a second`);
  printTimes('an answer', milliseconds);

  const { rows } = await client.query<{ name: string; completed: boolean }>(
    `select code || ' ' || student_code || ' ' || key as name, value::boolean as completed
     from progress join classrooms on classrooms.id = classroom_id, jsonb_each(levels)`,
  );
  const wrong = rows.filter(({ name, completed }) => told.get(name) !== completed).length;
  console.log(`${told.size} levels answered, ${rows.length} there, ${wrong} of them otherwise than told`);
  if (wrong > 0 || rows.length !== told.size) process.exitCode = 1;
} finally {
  agent.destroy();
  await client.end();
  await production.close();
}

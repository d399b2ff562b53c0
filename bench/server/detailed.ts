import { Agent, request } from 'node:http';
import { classroomDetailedPath } from '../../src/contracts/school-zone.ts';
import { connect, insertClasses, linkOf, playAll } from './classes.ts';
import { printTimes } from '../figures.ts';
import { startProduction } from './production.ts';

/**
 * Measures `GET classrooms/{id}/detailed` for a full class, with 1,000 full classes in PostgreSQL. The limit is p95 <=
 * 25 ms.
 */
const classes = Number(process.env['CLASSES'] ?? 1000);
const share = Number(process.env['SHARE'] ?? 1);
const times = Number(process.env['TIMES'] ?? 500);

const agent = new Agent({ keepAlive: true });
const read = (port: number, path: string): Promise<{ milliseconds: number; bytes: number }> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request({ port, path, agent, host: '127.0.0.1' }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
        else resolve({ milliseconds: performance.now() - began, bytes });
      });
    });
    asked.on('error', reject).end();
  });

const production = await startProduction(1);
const client = await connect(production.databaseUrl);
try {
  await insertClasses(client, classes);
  await playAll(client, share);
  const [port = 0] = production.ports;
  for (const query of ['?levels=counted', '']) {
    const milliseconds: number[] = [];
    let size = 0;
    for (let time = -50; time < times; time += 1) {
      const path = classroomDetailedPath(linkOf((Math.abs(time) * 7919) % classes));
      const answer = await read(port, path + query);
      size = answer.bytes;
      if (time >= 0) milliseconds.push(answer.milliseconds);
    }
    printTimes(`detailed${query}, ${(size / 1e6).toFixed(2)} MB, ${classes} full classes`, milliseconds);
  }
} finally {
  await client.end();
  await production.close();
}

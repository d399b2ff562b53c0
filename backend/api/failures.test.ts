import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createLogger } from '../server/log.ts';
import { createErrorHandler } from './failures.ts';

it.each(['XX000', 'XX001', 'XX002'])('logs how to restore when the database reports damage with %s', async (code) => {
  let log = '';
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString();
      done();
    },
  });
  const app = Fastify({ loggerInstance: createLogger('error', destination) });
  app.setErrorHandler(createErrorHandler({ record: () => undefined }));
  app.get('/', async () => {
    throw Object.assign(new Error('could not read blocks 0..0'), { code });
  });
  expect((await app.inject('/')).statusCode).toBe(500);
  expect(log).toContain('npm run restore -- --list');
  expect(log).toContain(code);
});

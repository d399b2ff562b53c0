import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { codeOf } from '../db/connection-problem.ts';
import { VendorError } from '../gateways/vendor.ts';
import { currentRequestId, runForRequest } from '../request-id.ts';

/**
 * Reduces an error to its kind and place, because its message may quote input, above all in database errors. Ours of
 * vendors quote none.
 */
const errorForLog = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error };
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = codeOf(error);
  const said = error instanceof VendorError && { said: error.message };
  return { type: error.name, ...said, ...(code && { code }), at: places.slice(0, 8).map((line) => line.trim()) };
};

/** The characters of log lines that wait while they cannot be written. Later lines are dropped. */
const waitingLines = 1_000_000;

/** Characters that are written at once, and milliseconds after which fewer are written too. */
const writtenTogether = { characters: 8_192, milliseconds: 100 };

/** Writes many lines together, because a write costs more than the rest. On a full disk the server goes on without. */
const createOutput = (): DestinationStream => {
  const output = pino.destination({
    fd: process.stdout.fd,
    sync: true,
    minLength: writtenTogether.characters,
    periodicFlush: writtenTogether.milliseconds,
    maxLength: waitingLines,
  });
  output.on('error', () => undefined);
  // Not `flushSync`: it would repeat endlessly on a full disk.
  process.once('exit', () => output.flush());
  return output;
};

/** The fields of every line: which release wrote it, and which of its processes. */
export type LogSource = { release?: string; instance?: string };

/** The field of a line that belongs to a request or to its job. */
const requestFields = (): object => {
  const requestId = currentRequestId();
  return requestId === null ? {} : { requestId };
};

/** Gives a line without a message one to search by. Pino would take the error's message, which may quote input. */
const logUnnamed = (logger: Logger, method: LogFn, first: unknown): void => {
  if (first instanceof Error) method.call(logger, { err: first }, 'an error occurred');
  else if (typeof first !== 'object' || first === null) method.call(logger, 'an event occurred');
  else method.call(logger, first, 'err' in first ? 'an error occurred' : 'an event occurred');
};

/** Creates the only logger of the server. @param source the fields of every line */
export const createLogger = (level: string, source: LogSource = {}, destination = createOutput()): Logger =>
  pino(
    {
      level,
      base: source,
      mixin: requestFields,
      hooks: {
        logMethod(args, method) {
          const [first, message]: readonly unknown[] = args;
          if (typeof first === 'string' ? first !== '' : typeof message === 'string' && message !== '')
            method.apply(this, args);
          else logUnnamed(this, method, first);
        },
      },
      serializers: {
        err: errorForLog,
        error: errorForLog,
        req: () => undefined,
        res: () => undefined,
      },
      redact: {
        paths: ['token', 'password', 'email', 'to', 'url', 'secret', 'key', 'headers', 'body', 'query', 'ip'].flatMap(
          (name) => [name, `*.${name}`],
        ),
        remove: true,
      },
    },
    destination,
  );

/**
 * Logs one line for each answer. The spec puts tokens into URLs, so the route's pattern is logged instead. The line has
 * these fields only, so nothing is removed from it: that would take longer than to write it.
 */
export const logRequests = (app: FastifyInstance): void => {
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    // Caddy checks each process twice a second.
    const isCheck = /^\/(healthz|readyz|metrics)$/.test(line.route) && line.status < 400;
    runForRequest(request.id, () => log[isCheck ? 'debug' : 'info'](line, 'answered'));
  });
};

import { levelNamePattern } from '../../src/contracts/levels.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import { type LevelFiles, LevelFilesUnavailable, type LevelKind, levelBytes } from './level-files.ts';

const typeOf: Record<LevelKind, string> = { json: 'application/json', png: 'image/png' };
/** Statuses of a missing file. Object stores answer 403 to clients that may not list the files. */
const absent: ReadonlySet<number> = new Set([403, 404, 410]);

const unavailable = (why: string): LevelFilesUnavailable => new LevelFilesUnavailable(`the host of levels ${why}`);

/** The number of files that are read at once. Each may need twice `levelBytes` of memory. */
const readers = 4;

/** Creates a function that runs at most so many tasks at once; the others wait in order, until their signal aborts. */
const createQueue = (most: number) => {
  let running = 0;
  const waiting = new Set<() => void>();
  return async <T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else {
      // The slot of a task that has ended passes to the first that waits.
      await new Promise<void>((start, stop) => {
        const turn = () => start();
        waiting.add(turn);
        signal.addEventListener('abort', () => {
          if (waiting.delete(turn)) stop(signal.reason);
        });
      });
    }
    try {
      return await task();
    } finally {
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else {
        waiting.delete(next);
        next();
      }
    }
  };
};

export type LevelHost = {
  /** The address below which `<name>.json` and `<name>.png` are stored, with or without a trailing slash. */
  url: string;
  /** Milliseconds for one file; the default is 5,000. */
  deadline?: number;
  fetch?: typeof fetch;
};

/** Reads levels from another server. Only names below its address are requested, and redirects are not followed. */
export const createLevelHost = ({ url, deadline = 5_000, fetch: send = fetch }: LevelHost): LevelFiles => {
  const queue = createQueue(readers);

  const ask = async <Answer>(
    method: 'GET' | 'HEAD',
    name: string,
    kind: LevelKind,
    signal: AbortSignal,
    handle: (response: Response) => Promise<Answer>,
  ): Promise<Answer | null> => {
    if (!levelNamePattern.test(name)) return null;
    try {
      const address = `${url.replace(/\/$/, '')}/${name}.${kind}`;
      const response = await send(address, { method, redirect: 'error', signal });
      const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
      const isFile = response.status === 200 && type === typeOf[kind];
      if (isFile) return await handle(response);
      await response.body?.cancel();
      if (absent.has(response.status)) return null;
      throw unavailable('answered something else than a level');
    } catch (error) {
      // The cause is dropped on purpose: it may quote the address.
      if (error instanceof LevelFilesUnavailable) throw error;
      throw unavailable(error instanceof BodyTooLarge ? 'sent too much' : 'did not answer');
    }
  };

  return {
    has: async (name) => (await ask('HEAD', name, 'json', AbortSignal.timeout(deadline), async () => true)) ?? false,
    read: (name, kind) => {
      const signal = AbortSignal.timeout(deadline);
      return queue(signal, () => ask('GET', name, kind, signal, (response) => readBody(response, levelBytes)));
    },
  };
};

import { describeError, start } from './start.ts';

const fail = (error: unknown): void => {
  process.stderr.write(`${describeError(error)}\n`, () => process.exit(1));
};

/** Milliseconds in which a second signal is the same one: a process group gets it twice. A later one ends at once. */
const repeatedSignalWindow = 3_000;

process.on('uncaughtException', fail);
// `npm start` holds a channel to this process, which closes when it ends, for any reason.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// A server serves on when its output cannot be written, because a disk is full or a terminal was closed.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
try {
  const stop = await start(process.env);
  let stoppingSince: number | undefined;
  const end = (): void => {
    if (stoppingSince === undefined) {
      stoppingSince = Date.now();
      stop().then(() => process.exit(0), fail);
    } else if (Date.now() - stoppingSince > repeatedSignalWindow) process.exit(1);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
} catch (error) {
  fail(error);
}

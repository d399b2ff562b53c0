import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export type BareProcesses = {
  /**
   * Runs `bare.ts` in several processes.
   * @param from the turn of the first call. @param processes how many of them share the calls.
   */
  run(given: { from: number; count: number; hands: number; processes: number }): Promise<void>;
  pids: readonly number[];
  close(): void;
};

/** Starts the processes. */
export const startBare = (count: number, databaseUrl: string, file: string): BareProcesses => {
  const children = Array.from({ length: count }, () => {
    const child = fork('bench/server/bare.ts', [databaseUrl, file]);
    const failed = once(child, 'exit').then(() =>
      Promise.reject(new Error('A bare process ended; its output is above.')),
    );
    failed.catch(() => undefined);
    return { child, failed };
  });
  const ask = async (
    { child, failed }: { child: ChildProcess; failed: Promise<never> },
    order: { from: number; count: number; hands: number },
  ): Promise<void> => {
    child.send(order);
    await Promise.race([once(child, 'message'), failed]);
  };
  return {
    run: async ({ from, count: calls, hands, processes }) => {
      const share = calls / processes;
      const working = children.slice(0, processes);
      await Promise.all(
        working.map((process, index) =>
          ask(process, { from: from + index * share, count: share, hands: hands / processes }),
        ),
      );
    },
    pids: children.flatMap(({ child }) => child.pid ?? []),
    close: () => {
      for (const { child } of children) child.kill();
    },
  };
};

import { readFileSync } from 'node:fs';

/** Milliseconds per tick. Linux counts in hundredths of a second. */
const tick = 10;

/** Returns the fields after the name, because the name may contain any character. */
const fieldsOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1]);

/** Includes the running children. The time of an ended child counts for its parent. */
const timesOfChildren = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .flatMap((child) => {
      try {
        return fieldsOf(Number(child)).slice(11, 13);
      } catch {
        return [];
      }
    });

/**
 * Returns the milliseconds of processor time that processes and their children used so far. Unlike elapsed time it does not
 * depend on other processes or on the load generator. Linux only.
 */
export const processorTime = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => [...timesOfChildren(pid), ...fieldsOf(pid).slice(11, 15)])
    .reduce((sum, ticks) => sum + Number(ticks) * tick, 0);

import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const tick = 10;

/** The fields after the name, which may contain any character. */
const fieldsOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1]);

/** Of the children that run; what an ended one used is its parent's by then. */
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

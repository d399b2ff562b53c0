import type { Finding } from './finding.ts';

const marks: Record<Finding['kind'], string> = { right: '✓', wrong: '✗', note: '·' };

const summary = (wrongs: number): string => {
  if (wrongs === 0) return 'Nothing is wrong.';
  return wrongs === 1 ? 'One thing is wrong.' : `${wrongs} things are wrong.`;
};

/** Formats the findings: a line for each, and the number of problems. */
export const report = (findings: readonly Finding[]): string => {
  const lines = findings.map(({ kind, sentence }) => `${marks[kind]} ${sentence}`);
  const wrongs = findings.filter(({ kind }) => kind === 'wrong').length;
  return `${[...lines, '', summary(wrongs)].join('\n')}\n`;
};

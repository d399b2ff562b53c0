import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = 'docs/contributors/performance.md';

/**
 * Replaces the last measurement, which is between two marks, with a new one. Adds a missing section at the end.
 * @param {{ mark: string, heading: string, text: string }} section `text` as Markdown
 */
export const keepSection = ({ mark, heading, text }) => {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '# Performance\n';
  const [start, end] = [`<!-- ${mark} -->\n`, `<!-- /${mark} -->\n`];
  const known = page.includes(start) ? page : `${page}\n## ${heading}\n\n${start}${end}`;
  const [before = '', rest = ''] = known.split(start);
  const [, after = ''] = rest.split(end);
  writeFileSync(file, `${before}${start}${text}\n${end}${after}`);
};

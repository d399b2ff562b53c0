import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = 'docs/performance.md';
const marks = ['<!-- bench -->', '<!-- /bench -->'];

/** Puts the table where the last one stands. @param {string} text Markdown */
export const keep = (text) => {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '# Performance\n';
  const [before = '', rest = ''] = page.split(`${marks[0]}\n`);
  const [, after = ''] = rest.split(`${marks[1]}\n`);
  const own = page.includes(marks[0] ?? '') ? before : `${before}\n## Signing in, beside others\n\n`;
  writeFileSync(file, `${own}${marks[0]}\n${text}\n${marks[1]}\n${after}`);
};

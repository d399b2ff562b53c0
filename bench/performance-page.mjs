import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = 'docs/contributors/performance.md';

/**
 * Wraps the items of a list as the style of the documents requires; the lines of a table stay whole.
 * @param {string} text Markdown
 */
const wrapItems = (text) =>
  text.replace(/^- .{159,}$/gm, (item) => item.replace(/(.{1,158})(?: |$)/g, '$1\n  ').trimEnd());

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
  writeFileSync(file, `${before}${start}${wrapItems(text)}\n${end}${after}`);
};

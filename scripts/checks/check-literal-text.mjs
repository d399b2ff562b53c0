/** Fails when a component contains user-facing text, as JSX text or in an attribute. Messages belong in `locales`. */
import { globSync, readFileSync } from 'node:fs';
import { findLiteralText } from './literal-text.mjs';

const files = globSync('{src,elements,host-site,demo}/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'));
const findings = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  return findLiteralText(file, source).map(
    ({ at, text }) => `${file}:${source.slice(0, at).split('\n').length}: “${text}” belongs in locales`,
  );
});
for (const finding of findings) console.error(finding);
console.log(`${files.length} components, ${findings.length} literal texts`);
process.exitCode = findings.length > 0 || files.length === 0 ? 1 : 0;

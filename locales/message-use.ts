import { globSync, readFileSync } from 'node:fs';

const sources = () =>
  globSync('{src,elements,host-site}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));

const quoted = /'([\w.-]+)'/g;
const template = /`([\w.-]*\$\{[^`\n]*)`/g;

/** A template as a pattern: `home.${name}.label` stands for every key of that form. */
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`);

/** Whether some source names this key, in full or by a template. Simple: it reads text, not programs. */
export const createKeyUse = (): ((key: string) => boolean) => {
  const texts = sources();
  const exact = new Set(texts.flatMap((text) => [...text.matchAll(quoted)].map((match) => match[1])));
  const patterns = texts
    .flatMap((text) => [...text.matchAll(template)].map((match) => match[1] ?? ''))
    .filter((text) => /^[\w-]+\./.test(text))
    .map(patternOf);
  return (key) => exact.has(key) || patterns.some((pattern) => pattern.test(key));
};

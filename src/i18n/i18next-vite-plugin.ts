import type { Plugin } from 'vite';

/**
 * i18next is one class that no bundler can shake: a seventh of what a sign-in loads. Our words come with the instance
 * and its language never changes, so what loads, clones and lists languages is cut out, and so is what no sentence of
 * ours uses (a test reads them all): 4 KB after compression.
 * Tests go through the same cut, so a method that turns out to be needed fails there.
 */
export const i18nextVersion = '27.1.2';

/** Asks a backend for words; ours are given. Its answer to the only call left is "nothing to load". */
const connector = `class Connector {
  on() {}
  load(_languages, _namespaces, callback) {
    callback();
  }
}
`;

/** `$t(…)` in a sentence would put another one there. */
const nest = `  nest(str) {
    return str;
  }
`;

/** Numbers, dates and lists: ours are written by `Intl` in src/i18n, and the one format of ours is added by name. */
const formats = `    this.formats = {};
`;

const unusedMethods = [
  'use',
  'hydrate',
  'getFixedT',
  'exists',
  'setDefaultNamespace',
  'loadNamespaces',
  'loadLanguages',
  'dir',
  'cloneInstance',
  'toJSON',
];

/** Advice to developers, which i18next prints in its debug mode only. */
const advice = /^ +this\.logger\.(?:warn|log|deprecate|once)\(.*\);\n/gm;

const method = (name: string): RegExp => new RegExp(`^  ${name}\\([^\\n]*\\) \\{\\n[\\s\\S]*?^  \\}\\n`, 'gm');

const find = (text: string, what: string, pattern: RegExp): string => {
  const [match, ...others] = text.matchAll(pattern);
  if (match === undefined || others.length > 0) {
    throw new Error(`i18next: ${what} is not as in ${i18nextVersion}; read the new source, then mend this plugin`);
  }
  return match[0];
};

/** @throws when a cut does not match exactly once: the build must fail then. */
export const cutI18next = (source: string): string => {
  const text = source.replaceAll('\r\n', '\n');
  const loading = find(text, 'Connector', /^class Connector extends EventEmitter \{\n[\s\S]*?^\}\n/gm);
  const nesting = find(text, 'nest', method('nest'));
  const formatters = find(text, 'formats', /^    const cf = [\s\S]*?^    \};\n/gm);
  const cached = find(text, 'addCached', method('addCached'));
  const start = find(text, 'I18n', /^class I18n extends EventEmitter \{\n/gm);
  const [head = '', body = ''] = text
    .replace(loading, connector)
    .replace(nesting, nest)
    .replace(formatters, formats)
    .replace(cached, '')
    .split(start);
  const rest = unusedMethods.reduce((left, name) => left.replace(find(left, name, method(name)), ''), body);
  return (head + start + rest).replace(advice, '');
};

/** For every Vite and vitest configuration. */
export const i18next = (): Plugin => ({
  name: 'maths-portal:i18next',
  config: () => ({
    optimizeDeps: { exclude: ['i18next'] },
    // vitest leaves packages to Node, which would load it whole.
    ssr: { noExternal: ['i18next'] },
  }),
  transform: {
    filter: { id: /\/i18next\/dist\/esm\/i18next\.js(\?.*)?$/ },
    handler: (source) => ({ code: cutI18next(source), map: null }),
  },
});

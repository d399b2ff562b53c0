import type { Plugin } from 'vite';

/**
 * i18next is one class that no bundler can shake. Our words come with the instance and its language never changes, so what
 * loads, clones and lists languages is cut out, and so is what no sentence of ours uses (a test reads them all): half of it
 * after compression.
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

/** Finds the languages to ask, one after the other; ours is one. */
const languages = `class LanguageUtil {
  toResolveHierarchy(code) {
    return [code];
  }
}
`;

/** What stays of a method. */
const bodies = {
  // `$t(…)` in a sentence would put another one there.
  nest: 'return str;',
  // Nobody asks for the parameters that a sentence used.
  getUsedParamsDetails: 'return {};',
  hasLoadedNamespace: 'return true;',
};

/** There is nothing to detect and nothing to load. The translator has a method of this name too, which stays. */
const changeLanguage = `this.language = lng;
    this.languages = [lng];
    this.translator.changeLanguage(lng);
    callback();`;

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
  'loadResources',
  'setResolvedLanguage',
];

/** Of the store and the plural rules: words that come later, and lists of plural forms. */
const unusedElsewhere = [
  'addResource',
  'addResources',
  'addResourceBundle',
  'removeResourceBundle',
  'removeNamespaces',
  'getResourceBundle',
  'hasLanguageSomeTranslations',
  'addCached',
  'needsPlural',
  'getPluralFormsOfKey',
  'getSuffixes',
];

/** Passages of a translation that ours never comes to. */
const passages = {
  'keys as functions': /^function createProxy\(\) \{\n[\s\S]*?^\}\n/gm,
  'the language that shows keys': /^    if \(lng\?\.toLowerCase\(\) === 'cimode'\) \{\n[\s\S]*?^    \}\n/gm,
  'answers that are objects': /^      if \(keySeparator\) \{\n        const resTypeIsArray[\s\S]*?^      \}\n/gm,
  'missing keys that are saved':
    /^      if \(!objectNotReturned && \(usedKey \|\| usedDefault \|\| updateMissing\)\) \{\n[\s\S]*?^      \}\n/gm,
  'post-processors': /^    const postProcess = opt\.postProcess [\s\S]*?^    \}\n/gm,
};

/** Advice to developers, which i18next prints in its debug mode only. */
const advice = /^ +this\.logger\.(?:warn|log|deprecate|once)\(.*\);\n/gm;

/** Its parameters stand in one line, or end with a brace in another. */
const method = (name: string): RegExp =>
  new RegExp(`^  ${name}\\((?:[^\\n]*|[^\\n]*\\{\\n(?:    [^\\n]*\\n)*  \\})\\) \\{\\n[\\s\\S]*?^  \\}\\n`, 'gm');

const find = (text: string, what: string, pattern: RegExp): string => {
  const [match, ...others] = text.matchAll(pattern);
  if (match === undefined || others.length > 0) {
    throw new Error(`i18next: ${what} is not as in ${i18nextVersion}; read the new source, then mend this plugin`);
  }
  return match[0];
};

const vendorClass = (name: string): RegExp => new RegExp(`^class ${name}\\b[^\\n]* \\{\\n[\\s\\S]*?^\\}\\n`, 'gm');

const replaced = (text: string, what: string, pattern: RegExp, by = ''): string =>
  text.replace(find(text, what, pattern), () => by);

const without = (text: string, names: readonly string[]): string =>
  names.reduce((left, name) => replaced(left, name, method(name)), text);

const withBody = (text: string, name: string, body: string): string => {
  const [head] = find(text, name, method(name)).split('\n');
  return replaced(text, name, method(name), `${head}\n    ${body}\n  }\n`);
};

/** @throws when a cut does not match exactly once: the build must fail then. */
export const cutI18next = (source: string): string => {
  let text = source.replaceAll('\r\n', '\n');
  text = replaced(text, 'Connector', vendorClass('Connector'), connector);
  text = replaced(text, 'LanguageUtil', vendorClass('LanguageUtil'), languages);
  text = replaced(text, 'formats', /^    const cf = [\s\S]*?^    \};\n/gm, formats);
  for (const [what, pattern] of Object.entries(passages)) text = replaced(text, what, pattern);
  for (const [name, body] of Object.entries(bodies)) text = withBody(text, name, body);
  text = without(text, unusedElsewhere);
  const start = find(text, 'I18n', /^class I18n extends EventEmitter \{\n/gm);
  const [head = '', body = ''] = text.split(start);
  const own = withBody(without(body, unusedMethods), 'changeLanguage', changeLanguage);
  return (head + start + own).replace(advice, '');
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

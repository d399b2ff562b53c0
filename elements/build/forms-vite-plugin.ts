import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defaultLanguage, type Language, languages } from '../../src/contracts/language.ts';
import { type FormTag, formTags, tags } from '../../src/contracts/tags.ts';
import { assetsOf, elementSource, manifestName, readManifest } from './manifest.ts';
import { fillLoader, type Forms, readForms, widgetsOf } from './forms.ts';
import type { PrerenderedForms } from '../loader/show-form.ts';

/** The groups of forms. A loader contains the first group in its language. Each other group is a separate file. */
const groups = {
  main: formTags.filter((tag) => tags[tag].form.isInLoader),
  others: formTags.filter((tag) => !tags[tag].form.isInLoader),
};

/** Returns the file of each tag, and what it imports. */
const filesIn = (elements: string) => {
  const manifest = readManifest(join(elements, manifestName));
  return (tag: FormTag) => assetsOf(manifest, [elementSource(tag)]).scripts.map((file) => file.slice(1));
};

const prerendered = (
  forms: Forms,
  files: (tag: FormTag) => string[],
  tags: readonly FormTag[],
  language: Language,
): PrerenderedForms => ({
  ...widgetsOf(forms, tags, language),
  files: Object.fromEntries(tags.map((tag) => [tag, files(tag)])),
});

/** Defines the version of the forms, by which a view recognizes markup that it can hydrate. */
export const defineFormsVersion = (folder: string): Plugin => ({
  name: 'maths-portal:forms-version',
  config: () => ({ define: { __FORMS_VERSION__: JSON.stringify(readForms(folder).version) } }),
});

/** The address of a script that is no module, by the browser's own getter: an `<img>` can be named `currentScript`. */
export const classicAddress =
  "globalThis.document&&Object.getOwnPropertyDescriptor(Document.prototype,'currentScript').get.call(document)?.src||'about:blank'";

/** Returns a module without imports as a script for a tag without `type="module"`, where `import.meta` is an error. */
const asClassicScript = (code: string): string =>
  `((address)=>{${code.replaceAll('import.meta.url', 'address')}})(${classicAddress});\n`;

/**
 * Writes one loader per language with its forms, a file for each other group, and the classic script, which contains
 * the English loader. It runs after the elements, because it reads the names of their files from their manifest.
 */
export const formsInLoader = (folder: string): Plugin => ({
  name: 'maths-portal:forms-in-loader',
  applyToEnvironment: ({ name }) => name === 'loader',
  generateBundle(_, { 'loader.js': loader }) {
    if (loader?.type !== 'chunk') throw new Error('The build has no loader.js');
    const { code } = loader;
    const forms = readForms(folder);
    const elementFiles = filesIn(join(folder, 'elements'));
    const files: Record<string, string> = {};
    for (const language of languages) {
      for (const [group, members] of Object.entries(groups)) {
        const source = `export default ${JSON.stringify(prerendered(forms, elementFiles, members, language))}`;
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `chunks/forms-${group}-${language}-${hash}.js`;
        this.emitFile({ type: 'asset', fileName, source });
        for (const tag of members) files[`${tag} ${language}`] = fileName;
      }
    }
    const withForms = (language: Language): string => {
      const own = groups.main.map((tag) => `${tag} ${language}`);
      const others = Object.entries(files).filter(([key]) => !own.includes(key));
      const contained = prerendered(forms, elementFiles, groups.main, language);
      return fillLoader(code, forms, contained, Object.fromEntries(others));
    };
    for (const language of languages) {
      if (language === defaultLanguage) loader.code = withForms(language);
      else this.emitFile({ type: 'asset', fileName: `loader.${language}.js`, source: withForms(language) });
    }
    this.emitFile({ type: 'asset', fileName: 'maths-portal.classic.js', source: asClassicScript(loader.code) });
  },
});

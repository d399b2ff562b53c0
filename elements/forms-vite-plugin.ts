import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defaultLanguage, type Language, languages } from '../src/contracts/language.ts';
import { elementSources } from './element-sources.ts';
import { type Forms, readForms, widgetsOf } from './forms.ts';
import { assetsOf, manifestName, readManifest } from './manifest.ts';
import type { FormTag } from './shared/form-key.ts';

/** The loader carries the first ones in its language; all others are a file each, for whoever meets them. */
const groups = {
  parents: ['maths-sign-in', 'maths-sign-up'],
  teachers: ['maths-teacher-sign-up'],
} as const satisfies Record<string, readonly FormTag[]>;

type Files = (tag: FormTag, language: Language) => readonly string[];

const filesIn = (elements: string): Files => {
  const manifest = readManifest(join(elements, manifestName));
  return (tag, language) => assetsOf(manifest, elementSources(tag, language)).scripts.map((file) => file.slice(1));
};

const drawn = (forms: Forms, files: Files, tags: readonly FormTag[], language: Language): string =>
  JSON.stringify({
    ...widgetsOf(forms, tags, language),
    files: Object.fromEntries(tags.map((tag) => [tag, files(tag, language)])),
  });

/** The forms' version, for all who may meet one. */
export const formsVersion = (folder: string): Plugin => ({
  name: 'maths-portal:forms-version',
  config: () => ({ define: { __FORMS_VERSION__: JSON.stringify(readForms(folder).version) } }),
});

/**
 * Puts the forms into the loader, one loader a language, with a file beside it for each group that a loader does not
 * carry. The loader is built after the elements, and reads from their manifest how their files are called.
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
      for (const [group, tags] of Object.entries(groups)) {
        const source = `export default ${drawn(forms, elementFiles, tags, language)}`;
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `chunks/forms-${group}-${language}-${hash}.js`;
        this.emitFile({ type: 'asset', fileName, source });
        for (const tag of tags) files[`${tag} ${language}`] = fileName;
      }
    }
    const withForms = (language: Language): string => {
      const own = groups.parents.map((tag) => `${tag} ${language}`);
      const others = Object.entries(files).filter(([key]) => !own.includes(key));
      return code
        .replace('__FORMS__', () => drawn(forms, elementFiles, groups.parents, language))
        .replace('__OTHER_FORMS__', () => JSON.stringify(Object.fromEntries(others)));
    };
    for (const language of languages) {
      if (language === defaultLanguage) loader.code = withForms(language);
      else this.emitFile({ type: 'asset', fileName: `loader.${language}.js`, source: withForms(language) });
    }
  },
});

import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { defaultLanguage, type Language, languages } from '../src/contracts/language.ts';
import { type Forms, readForms, widgetsOf } from './forms.ts';
import { type FormTag, formTags } from './shared/form-key.ts';

/** The loader carries the first ones in its language; all others are a file each, for whoever meets them. */
const groups = {
  parents: ['maths-sign-in', 'maths-sign-up'],
  teachers: ['maths-teacher-sign-up'],
} as const satisfies Record<string, readonly FormTag[]>;

type Bundle = Rolldown.OutputBundle;

const withImports = (bundle: Bundle, file: string): string[] => {
  const chunk = bundle[file];
  const imports = chunk?.type === 'chunk' ? chunk.imports : [];
  return [file, ...imports.flatMap((name) => withImports(bundle, name))];
};

const wordsFile = (bundle: Bundle, language: Language, name: string): string => {
  const ending = `/locales/${language}/${name}.json`;
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(ending))) return file;
  }
  throw new Error(`The build has no ${ending}`);
};

/** All that the element asks for until it shows itself, so that it comes at once and not file after file. */
const filesOf = (bundle: Bundle, tag: FormTag, language: Language): string[] => {
  const name = tag.replace('maths-', '');
  const words = [name, 'common', 'errors'].map((set) => wordsFile(bundle, language, set));
  return [...new Set([...withImports(bundle, `${name}.js`), ...words])];
};

/** By language and tag. */
type Files = ReadonlyMap<Language, ReadonlyMap<FormTag, readonly string[]>>;

const allFiles = (bundle: Bundle): Files =>
  new Map(
    languages.map((language) => [language, new Map(formTags.map((tag) => [tag, filesOf(bundle, tag, language)]))]),
  );

const drawn = (forms: Forms, files: Files, tags: readonly FormTag[], language: Language): string =>
  JSON.stringify({
    ...widgetsOf(forms, tags, language),
    files: Object.fromEntries(tags.map((tag) => [tag, files.get(language)?.get(tag)])),
  });

/** The forms' version, for all who may meet one. */
export const formsVersion = (folder: string): Plugin => ({
  name: 'maths-portal:forms-version',
  config: () => ({ define: { __FORMS_VERSION__: JSON.stringify(readForms(folder).version) } }),
});

/**
 * Puts the forms into the loader, one loader a language, with a file beside it for each group that a loader does not
 * carry. The loader is built after the elements, and knows their files from here.
 */
export const formsInLoader = (folder: string): Plugin[] => {
  let elementFiles: Files = new Map();
  return [
    {
      name: 'maths-portal:element-files',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle(_, bundle) {
        elementFiles = allFiles(bundle);
      },
    },
    {
      name: 'maths-portal:forms-in-loader',
      applyToEnvironment: ({ name }) => name === 'loader',
      generateBundle(_, { 'loader.js': loader }) {
        if (loader?.type !== 'chunk') throw new Error('The build has no loader.js');
        const { code } = loader;
        const forms = readForms(folder);
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
    },
  ];
};

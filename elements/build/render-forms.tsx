import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { createEndpoints } from '../../src/config/endpoints.ts';
import { defaultLanguage, type Language, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { type FormTag, formTags, tasksOfMode } from '../../src/contracts/tags.ts';
import { ViewContext } from '../../src/features/shared/use-element.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import { elementSource, isPrerendered } from './manifest.ts';
import { fillLoader, type Forms, widgetsOf } from './forms.ts';
import type { FeatureDefinition } from '../kit/feature-element.ts';
import { type FormVariant, formKey, formKinds } from '../kit/form-protocol.ts';
import hostCss from '../kit/host.css?inline';
import { identifierPrefix, LoadError, ErrorBoundary } from '../kit/error-boundary.tsx';
import { baseStyles, createViewValue, prerenderedValues } from '../kit/feature-view.ts';

const nothing = (): void => undefined;

/** What an element does in its page, and not at build time. */
const actions = {
  setAttribute: nothing,
  succeeded: nothing,
  failed: nothing,
  ready: nothing,
  step: nothing,
  recordConversion: nothing,
  emit: nothing,
};

/** The modules of the elements. */
const elements = import.meta.glob<{ element: FeatureDefinition<unknown> }>([
  '../*.ts',
  '!../{index,configure,loader,react,embed}.ts',
]);

const definitionOf = async (tag: FormTag) => {
  const file = elementSource(tag);
  const module = await elements[file.replace('elements', '..')]?.();
  if (module === undefined) throw new Error(`There is no ${file}`);
  return { ...module.element, View: await module.element.view() };
};

const renderForm = async (
  { name, createController, View }: Awaited<ReturnType<typeof definitionOf>>,
  variant: FormVariant,
): Promise<string> => {
  const t = await loadTranslations(name, variant.language);
  const element = { ...actions, ...prerenderedValues(variant) };
  const controller = createController(element, createEndpoints(publicOriginMark), new EventTarget());
  return renderToString(
    <ErrorBoundary t={t} onFailure={nothing} onMounted={nothing}>
      <ViewContext value={createViewValue(t, element, '')}>
        <View controller={controller} />
      </ViewContext>
    </ErrorBoundary>,
    { identifierPrefix },
  );
};

/** Returns the forms that are rendered: in each language, for each kind of page and task. */
const variantsOf = (tag: FormTag): FormVariant[] =>
  languages.flatMap((language) =>
    formKinds
      .filter((kind) => isPrerendered(tag, kind))
      .flatMap((kind) => [undefined, ...tasksOfMode(tag)].map((task) => ({ kind, language, task }))),
  );

const renderLoadError = async (language: Language): Promise<[string, string]> => {
  const t = await loadTranslations('sign-in', language);
  return [language, renderToString(<LoadError t={t} />)];
};

/** Renders the first view of every form in every language. */
export const renderForms = async (): Promise<Forms> => {
  const forms: Record<string, string> = {};
  const styles = new Set([hostCss, ...baseStyles]);
  for (const tag of formTags) {
    const definition = await definitionOf(tag);
    for (const sheet of definition.View.styles ?? []) styles.add(sheet);
    for (const variant of variantsOf(tag)) forms[formKey(tag, variant)] = await renderForm(definition, variant);
  }
  const loadErrors = Object.fromEntries(await Promise.all(languages.map(renderLoadError)));
  const css = [...styles].join('\n');
  // During development there is one version, that of the sources.
  const hash = createHash('sha256').update(JSON.stringify(forms)).digest('base64url').slice(0, 8);
  const version = import.meta.env.DEV ? '' : hash;
  return { version, css, forms, loadErrors };
};

/** Puts what a build knows into the code of a loader, which in development contains the forms of every language. */
export const fillLoaderInDevelopment = async (code: string): Promise<string> => {
  const all = await renderForms();
  const own = {
    ...widgetsOf(all, formTags, defaultLanguage),
    forms: Object.assign({}, ...languages.map((language) => widgetsOf(all, formTags, language).forms)),
    files: Object.fromEntries(formTags.map((tag) => [tag, [`${tag.replace('maths-', '')}.js`]])),
  };
  return fillLoader(code, all, own, {});
};

/** In a build, this is a program: `prerender.js <file to write>`. `forms-vite-plugin.ts` lists who reads the file. */
if (import.meta.env.PROD) {
  const [, , file = 'forms.json'] = process.argv;
  writeFileSync(file, JSON.stringify(await renderForms()));
}

import { createHash } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { createEndpoints } from '../../src/config/endpoints.ts';
import { defaultLanguage, type Language, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { type FormTag, formTags, tasksOfMode } from '../../src/contracts/tags.ts';
import { ElementViewContext } from '../../src/features/shared/use-element.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import { elementSource, isPrerendered } from './manifest.ts';
import { type Forms, widgetsOf } from './forms.ts';
import type { ElementDefinition } from '../runtime/open-element.ts';
import { createElementView, prerenderedValues } from '../runtime/element-view.ts';
import { type FormVariant, formKey, formKinds } from '../runtime/form-key.ts';
import hostCss from '../runtime/host.css?inline';
import { identifierPrefix, LoadError, MountRoot } from '../runtime/mount-root.tsx';
import { baseStyles } from '../runtime/react-element.ts';
import type { PrerenderedForms } from '../loader/render-form.ts';

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
const elements = import.meta.glob<{ definition?: ElementDefinition<unknown> }>('../*/*.element.ts');

const definitionOf = async (tag: FormTag): Promise<ElementDefinition<unknown>> => {
  const file = elementSource(tag);
  const definition = (await elements[file.replace('elements', '..')]?.())?.definition;
  if (definition === undefined) throw new Error(`${file} must export the form's definition`);
  return definition;
};

const renderForm = async (
  { name, createController, view: View }: ElementDefinition<unknown>,
  variant: FormVariant,
): Promise<string> => {
  const t = await loadTranslations(name, variant.language);
  const element = { ...actions, ...prerenderedValues(variant) };
  const controller = createController(element, createEndpoints(publicOriginMark), new EventTarget());
  return renderToString(
    <MountRoot t={t} onFailure={nothing} onMounted={nothing}>
      <ElementViewContext value={createElementView(t, element, '')}>
        <View controller={controller} />
      </ElementViewContext>
    </MountRoot>,
    { identifierPrefix },
  );
};

/** Returns the forms that are rendered: in each language, for each kind of page and task. */
const variantsOf = (tag: FormTag): FormVariant[] =>
  languages.flatMap((language) =>
    formKinds
      .filter((kind) => isPrerendered(tag, kind))
      .flatMap((kind) => [undefined, ...(tasksOfMode[tag] ?? [])].map((task) => ({ kind, language, task }))),
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
    for (const sheet of definition.styles) styles.add(sheet);
    for (const variant of variantsOf(tag)) forms[formKey(tag, variant)] = await renderForm(definition, variant);
  }
  const loadErrors = Object.fromEntries(await Promise.all(languages.map(renderLoadError)));
  const css = [...styles].join('\n');
  // During development there is one version, that of the sources.
  const hash = createHash('sha256').update(JSON.stringify(forms)).digest('base64url').slice(0, 8);
  const version = import.meta.env.DEV ? '' : hash;
  return { version, css, forms, loadErrors };
};

const filesOf = (tag: FormTag): { controller: string[]; view: string[] } => {
  const name = tag.replace('maths-', '');
  return { controller: [`${name}-controller.js`], view: [`${name}.js`] };
};

/** Renders the forms of a loader in development, which contains those of every language. */
export const renderLoaderForms = async (): Promise<PrerenderedForms> => {
  const all = await renderForms();
  return {
    ...widgetsOf(all, formTags, defaultLanguage),
    forms: Object.assign({}, ...languages.map((language) => widgetsOf(all, formTags, language).forms)),
    files: Object.fromEntries(formTags.map((tag) => [tag, filesOf(tag)])),
  };
};

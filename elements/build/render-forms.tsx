import { createHash } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { createEndpoints } from '../../src/config/endpoints.ts';
import { type Language, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { tasksOfMode } from '../../src/contracts/tag-lists.ts';
import { ElementViewContext } from '../../src/features/shared/use-element.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import { isPrerendered } from './element-sources.ts';
import type { Forms } from './forms.ts';
import type { ElementDefinition } from '../runtime/definition.ts';
import { createElementView } from '../runtime/element-view.ts';
import { type FormVariant, formKey, formKinds } from '../runtime/form-key.ts';
import hostCss from '../runtime/host.css?inline';
import { LoadError } from '../runtime/load-error.tsx';
import { identifierPrefix, MountRoot } from '../runtime/mount-root.tsx';
import { prerenderedValues } from '../runtime/prerendered-values.ts';
import { cancelView } from '../cancel/cancel.element.ts';
import { signInView } from '../sign-in/sign-in.element.ts';
import { signUpView } from '../sign-up/sign-up.element.ts';
import { teacherSignUpView } from '../teacher-sign-up/teacher-sign-up.element.ts';

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

const renderForm = async <Controller,>(
  { namespace, createController, view: View }: ElementDefinition<Controller>,
  variant: FormVariant,
): Promise<string> => {
  const t = await loadTranslations(namespace, variant.language);
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

/** Renders a form in each language, for each kind of page and task, into `forms`. */
const renderInto =
  (forms: Record<string, string>) =>
  async <Controller,>(form: ElementDefinition<Controller>): Promise<void> => {
    for (const language of languages) {
      for (const kind of formKinds.filter((one) => isPrerendered(form.tag, one))) {
        for (const task of [undefined, ...(tasksOfMode[form.tag] ?? [])]) {
          const variant = { kind, language, task };
          forms[formKey(form.tag, variant)] = await renderForm(form, variant);
        }
      }
    }
  };

const renderLoadError = async (language: Language): Promise<[string, string]> => {
  const t = await loadTranslations('sign-in', language);
  return [language, renderToString(<LoadError t={t} />)];
};

/** Renders the first view of every form in every language. */
export const renderForms = async (): Promise<Forms> => {
  const forms: Record<string, string> = {};
  const render = renderInto(forms);
  await render(signInView);
  await render(signUpView);
  await render(teacherSignUpView);
  await render(cancelView);
  const loadErrors = Object.fromEntries(await Promise.all(languages.map(renderLoadError)));
  const styles = [signInView, signUpView, teacherSignUpView, cancelView].flatMap((view) => view.styles);
  const css = [...new Set([hostCss, ...styles])].join('\n');
  // During development there is one version, that of the sources.
  const hash = createHash('sha256').update(JSON.stringify(forms)).digest('base64url').slice(0, 8);
  const version = import.meta.env.DEV ? '' : hash;
  return { version, css, forms, loadErrors };
};

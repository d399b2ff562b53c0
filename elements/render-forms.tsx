import { createHash } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { createEndpoints } from '../src/config/endpoints.ts';
import { type Language, languages } from '../src/contracts/language.ts';
import { publicOriginMark } from '../src/contracts/pages.ts';
import { tasksOfMode } from '../src/contracts/tag-lists.ts';
import type { FormHost } from '../src/features/shared/form-controller.ts';
import { loadTranslations } from '../src/i18n/load-translations.ts';
import type { Forms } from './forms.ts';
import type { ElementDefinition } from './shared/definition.ts';
import { type FormVariant, formKey, formKinds } from './shared/form-key.ts';
import type { FormDefinition } from './shared/form-session.ts';
import hostCss from './shared/host.css?inline';
import { LoadError } from './shared/load-error.tsx';
import { identifierPrefix, MountRoot } from './shared/mount-root.tsx';
import { prerenderedView } from './shared/prerendered-view.ts';
import { signInForm } from './sign-in/sign-in.controller.ts';
import { signInView } from './sign-in/sign-in.element.ts';
import { signUpForm } from './sign-up/sign-up.controller.ts';
import { signUpView } from './sign-up/sign-up.element.ts';
import { teacherSignUpForm } from './teacher-sign-up/teacher-sign-up.controller.ts';
import { teacherSignUpView } from './teacher-sign-up/teacher-sign-up.element.ts';

const nothing = (): void => undefined;

/** A form and its view. */
type Form<Controller> = { form: FormDefinition<Controller>; view: ElementDefinition<Controller> };

const renderForm = async <Controller,>({ form, view }: Form<Controller>, variant: FormVariant): Promise<string> => {
  const { language } = variant;
  const t = await loadTranslations(view.namespace, language);
  const known = prerenderedView(variant);
  const actions = { setAttribute: nothing, emit: nothing };
  const host: FormHost = {
    ...actions,
    mode: () => known.mode,
    language: () => language,
    attribute: known.attribute,
    property: known.property,
    succeeded: nothing,
    step: nothing,
    recordConversion: nothing,
  };
  const controller = form.createController(host, createEndpoints(publicOriginMark));
  const content = view.render(
    { ...known, ...actions, t, language, onReady: nothing, onAuthError: nothing },
    controller,
  );
  return renderToString(
    <MountRoot t={t} onFailure={nothing} onMounted={nothing}>
      {content}
    </MountRoot>,
    { identifierPrefix },
  );
};

/** Renders a form in each language, for each kind of page and task, into `forms`. */
const renderInto =
  (forms: Record<string, string>) =>
  async <Controller,>(form: Form<Controller>): Promise<void> => {
    for (const language of languages) {
      for (const kind of formKinds) {
        for (const task of [undefined, ...(tasksOfMode[form.view.tag] ?? [])]) {
          const variant = { kind, language, task };
          forms[formKey(form.view.tag, variant)] = await renderForm(form, variant);
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
  await render({ form: signInForm, view: signInView });
  await render({ form: signUpForm, view: signUpView });
  await render({ form: teacherSignUpForm, view: teacherSignUpView });
  const loadErrors = Object.fromEntries(await Promise.all(languages.map(renderLoadError)));
  const styles = [signInView, signUpView, teacherSignUpView].flatMap((view) => view.styles);
  const css = [...new Set([hostCss, ...styles])].join('\n');
  // During development there is one version, that of the sources.
  const hash = createHash('sha256').update(JSON.stringify(forms)).digest('base64url').slice(0, 8);
  const version = import.meta.env.DEV ? '' : hash;
  return { version, css, forms, loadErrors };
};

/**
 * Renders the first view of every form in every language, at build time: `node prerender.js <file to write>`. See
 * `elements/forms-vite-plugin.ts` for who reads it.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { createEndpoints } from '../src/config/endpoints.ts';
import { type Language, languages } from '../src/contracts/language.ts';
import { publicOriginMark } from '../src/contracts/pages.ts';
import { loadWords } from '../src/i18n/load-words.ts';
import { builtView } from './shared/built-view.ts';
import type { ElementDefinition } from './shared/definition.ts';
import { type FormVariant, formKey, formKinds } from './shared/form-key.ts';
import hostCss from './shared/host.css?inline';
import { identifierPrefix, SurfaceRoot } from './shared/surface-root.tsx';
import { Trouble } from './shared/trouble.tsx';
import { signInForm } from './sign-in/sign-in.element.ts';
import { signUpForm } from './sign-up/sign-up.element.ts';
import { teacherSignUpForm } from './teacher-sign-up/teacher-sign-up.element.ts';

const nothing = (): void => undefined;

const renderForm = async <Services,>(
  definition: ElementDefinition<Services>,
  variant: FormVariant,
): Promise<string> => {
  const { language } = variant;
  const t = await loadWords(definition.words, language);
  const content = definition.render({
    ...builtView(variant),
    t,
    language,
    services: definition.createServices(createEndpoints(publicOriginMark)),
    setAttribute: nothing,
    onReady: nothing,
    onAuthSuccess: nothing,
    onAuthError: nothing,
    emit: nothing,
  });
  return renderToString(
    <SurfaceRoot t={t} onFailure={nothing} onTaken={nothing}>
      {content}
    </SurfaceRoot>,
    { identifierPrefix },
  );
};

const forms: Record<string, string> = {};
const render = async <Services,>(definition: ElementDefinition<Services>, tasks: readonly boolean[]): Promise<void> => {
  for (const language of languages) {
    for (const kind of formKinds) {
      for (const update of tasks) {
        const variant = { kind, language, update };
        forms[formKey(definition.tag, variant)] = await renderForm(definition, variant);
      }
    }
  }
};
await render(signInForm, [false]);
await render(signUpForm, [false]);
await render(teacherSignUpForm, [false, true]);

const renderTrouble = async (language: Language): Promise<[string, string]> => {
  const t = await loadWords('sign-in', language);
  return [language, renderToString(<Trouble t={t} />)];
};
const troubles = Object.fromEntries(await Promise.all(languages.map(renderTrouble)));

const css = [...new Set([hostCss, ...[signInForm, signUpForm, teacherSignUpForm].flatMap(({ styles }) => styles)])];
const version = createHash('sha256').update(JSON.stringify(forms)).digest('base64url').slice(0, 8);
const [, , file = 'forms.json'] = process.argv;
writeFileSync(file, JSON.stringify({ version, css: css.join('\n'), forms, troubles }));

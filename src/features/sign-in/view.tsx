import type { MouseEvent } from 'react';
import { formText, type FormState } from '../shared/form-error.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Checkbox, EmailField } from '../../ui/field.tsx';
import { ElementForm, ElementFrame, fieldSentence } from '../shared/element-form.tsx';
import { useConsented, useElement, useForm, useMode } from '../shared/use-element.ts';
import {
  asksForCode,
  type SignInController,
  type SignInField,
  type SignInModel,
  type SignInState,
} from './controller.ts';
import { Message } from '../../ui/message.tsx';
import { PasswordAndCode } from '../shared/password.tsx';
import signInCss from './sign-in.css?inline';

type FormProps<State> = { controller: SignInController; state: State; email: string | undefined };

const typedEmail = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): string =>
  form === null ? '' : formText(new FormData(form), 'email');

/** Requests the mail that opens `/reset-password`. It is first-party only: a widget links to the portal instead. */
function RecoveryForm({ controller, state, email }: FormProps<FormState<SignInField>>) {
  const { t } = useElement();
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  return (
    <>
      {/* The heading has level 1, and the portal's page hides its own while this one is shown. */}
      <h1 className="maths-heading" part="heading">
        {t('recovery.heading')}
      </h1>
      <p className="maths-lead">{t('recovery.lead')}</p>
      <ElementForm label={t('recovery.heading')} {...{ busy, failed }} takesFocus onSubmit={controller.submit}>
        <div className="maths-fields">
          <EmailField label={t('common.email')} defaultValue={email} error={fieldSentence(t, failed)('email')} />
          <Button type="submit" busy={busy}>
            {t(busy ? 'recovery.submitting' : 'recovery.submit')}
          </Button>
          <Button variant="quiet" onClick={(event) => controller.closeRecovery(typedEmail(event))}>
            {t('recovery.back')}
          </Button>
        </div>
      </ElementForm>
    </>
  );
}

type SignInFormProps = FormProps<Exclude<SignInState, { step: 'recovering' | 'done' }>> & { model: SignInModel };

function SignInForm({ controller, state, email, model }: SignInFormProps) {
  const { t, element, link } = useElement();
  const mode = element.mode();
  const consented = useConsented(controller.consent);
  const busy = state.step === 'submitting';
  const newTab = mode.kind === 'first-party' ? undefined : t('common.newTab');
  const failed = state.step === 'failed' ? state : undefined;
  const errorOf = fieldSentence(t, failed);
  return (
    <ElementForm
      label={t('heading')}
      busy={busy}
      failed={failed}
      tone={failed !== undefined && asksForCode(failed) ? 'info' : 'bad'}
      // It replaces the forgotten-password form.
      takesFocus={model.email !== undefined && state.step === 'editing'}
      onSubmit={controller.submit}
    >
      {state.step === 'mail-promised' && <Message tone="ok">{t('recovery.promised')}</Message>}
      <fieldset className="maths-fields" disabled={mode.kind === 'blocked'}>
        <EmailField label={t('common.email')} defaultValue={email} error={errorOf('email')} />
        <PasswordAndCode asksCode={model.asksCode} errorOf={errorOf} />
        {newTab === undefined ? (
          <Button variant="quiet" onClick={(event) => controller.openRecovery(typedEmail(event))}>
            {t('forgotten')}
          </Button>
        ) : (
          <Link variant="quiet" href={link('/signin')} newTab={newTab}>
            {t('forgotten')}
          </Link>
        )}
        {mode.kind === 'first-party' && !consented && (
          <Checkbox name="cookies" error={errorOf('cookies')}>
            {t('common.acceptCookies')}
          </Checkbox>
        )}
        <Button type="submit" busy={busy}>
          {t(busy ? 'submitting' : 'submit')}
        </Button>
      </fieldset>
      {mode.kind === 'first-party' && (
        <p className="maths-after">
          {`${t('noAccount')} `}
          <Link href={link('/signup')}>{t('signUp')}</Link>
        </p>
      )}
    </ElementForm>
  );
}

export function SignIn({ controller }: { controller: SignInController }) {
  const { t, element } = useElement();
  const model = useForm(controller);
  const state = model.form;
  useMode(state.step === 'recovering' ? 'forgotten' : 'signin');
  const email = model.email ?? element.attribute('email');
  const content = () => {
    switch (state.step) {
      case 'done':
        return <Message tone="ok">{t('done')}</Message>;
      case 'recovering':
        return <RecoveryForm {...{ controller, email }} state={state.recovery} />;
      default:
        return <SignInForm {...{ controller, state, email, model }} />;
    }
  };
  return (
    <ElementFrame introduction={{ heading: t(state.step === 'done' ? 'welcome' : 'heading') }}>
      {content()}
    </ElementFrame>
  );
}
SignIn.styles = [signInCss];

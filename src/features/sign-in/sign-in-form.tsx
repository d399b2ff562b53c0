import { type MouseEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { formText } from '../../lib/form-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmailField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementForm } from '../shared/element-form.tsx';
import { PasswordAndCode } from '../shared/password-and-code.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import { useConsented } from '../shared/use-consented.ts';
import { useElement } from '../shared/use-element.ts';
import { openRecoveryAction, type SignInController } from './sign-in-controller.ts';
import { asksForCode, type SignInState } from './sign-in-flow.ts';

export type SignInFormProps = {
  state: Exclude<SignInState, { step: 'recovering' | 'done' }>;
  consent: SignInController['consent'];
  asksCode: boolean;
  email: string | undefined;
  /** Whether the form replaces the forgotten-password form. */
  returned: boolean;
  onSubmit(data: FormData): void;
  onForgotten(typedEmail: string): void;
  /** Whether the button was pressed before this view was loaded. */
  wasForgotten(): boolean;
};

export function SignInForm(props: SignInFormProps) {
  const { state } = props;
  const { t, element, link } = useElement();
  const mode = element.mode();
  const consented = useConsented(props.consent);
  const busy = state.step === 'submitting';
  const newTab = mode.kind === 'first-party' ? undefined : t('common.newTab');
  const failed = state.step === 'failed' ? state : undefined;
  const problem = fieldSentence(t, failed);
  const fields = useRef<HTMLFieldSetElement>(null);
  const { wasForgotten, onForgotten } = props;
  const forget = (form: HTMLFormElement | null | undefined) =>
    onForgotten(form ? formText(new FormData(form), 'email') : '');
  const forgetAgain = useEffectEvent(() => {
    if (wasForgotten()) forget(fields.current?.form);
  });
  // The other form offers what was typed until now, and not only what was typed when the button was pressed.
  useLayoutEffect(() => forgetAgain(), []);
  return (
    <ElementForm
      label={t('heading')}
      busy={busy}
      failed={failed}
      tone={failed !== undefined && asksForCode(failed) ? 'info' : 'bad'}
      takesFocus={props.returned && state.step === 'editing'}
      onSubmit={props.onSubmit}
    >
      {state.step === 'mail-promised' && <Message tone="ok">{t('recovery.promised')}</Message>}
      <fieldset ref={fields} className="maths-fields" disabled={mode.kind === 'blocked'}>
        <EmailField label={t('common.email')} defaultValue={props.email} problem={problem('email')} />
        <PasswordAndCode asksCode={props.asksCode} problem={problem} />
        {newTab === undefined ? (
          <Button
            look="quiet"
            action={openRecoveryAction}
            onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => forget(currentTarget.form)}
          >
            {t('forgotten')}
          </Button>
        ) : (
          <p className="maths-aside">
            <Link href={link('/signin')} newTab={newTab}>
              {t('forgotten')}
            </Link>
          </p>
        )}
        {mode.kind === 'first-party' && !consented && (
          <Checkbox name="cookies" problem={problem('cookies')}>
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

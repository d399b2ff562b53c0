import { limits } from '../../config/limits.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import { hasAccount, type SignUpState } from './sign-up-flow.ts';

export type SignUpFormProps = {
  t: Translate;
  state: Exclude<SignUpState, { step: 'paying' | 'done' }>;
  mode: FormMode;
  /** Whether the consent cookie exists already. */
  consented: boolean;
  email: string | undefined;
  signInUrl: string;
  termsUrl: string;
  privacyUrl: string;
  sentence(failure: Failure): string;
  onSubmit(data: FormData): void;
};

export function SignUpForm(props: SignUpFormProps) {
  const { t, state, mode, sentence } = props;
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  const firstParty = mode.kind === 'first-party';
  const newTab = t('common.newTab');
  const problem = fieldSentence(t, failed);
  const signIn = (
    <Link href={props.signInUrl} newTab={!firstParty && newTab}>
      {t('signIn')}
    </Link>
  );
  const legal = {
    terms: (words: string) => (
      <Link href={props.termsUrl} newTab={newTab}>
        {words}
      </Link>
    ),
    privacy: (words: string) => (
      <Link href={props.privacyUrl} newTab={newTab}>
        {words}
      </Link>
    ),
  };
  return (
    <Form
      label={t('heading')}
      busy={busy}
      failedCheck={failed !== undefined && !failed.sent && failed}
      onSubmit={props.onSubmit}
    >
      {mode.kind === 'blocked' && (
        <Message tone="bad" focused={false}>
          {sentence({ code: 'INVALID_PARENT_ORIGIN' })}
        </Message>
      )}
      {failed !== undefined && (
        <Message tone="bad" focused={failed.sent}>
          <span>{sentence(failed.failure)}</span> {hasAccount(failed.failure) && signIn}
        </Message>
      )}
      <fieldset className="maths-fields" disabled={mode.kind === 'blocked'}>
        <EmailField label={t('common.email')} defaultValue={props.email} problem={problem('email')} />
        <PasswordField
          label={t('common.password')}
          hint={t('common.passwordHint')}
          autoComplete="new-password"
          minLength={limits.passwordMinimum}
          commonWarning={t('common.commonPassword')}
          problem={problem('password')}
          show={{ word: t('common.show'), name: t('common.showPassword') }}
          hide={{ word: t('common.hide'), name: t('common.hidePassword') }}
        />
        {firstParty && (
          <>
            <Checkbox name="agreement" problem={problem('agreement')}>
              <RichText text={t('agreement')} marks={legal} />
            </Checkbox>
            <Checkbox name="cookies" ticked={props.consented} problem={problem('cookies')}>
              {t('common.acceptCookies')}
            </Checkbox>
          </>
        )}
        <Button type="submit" look={firstParty ? 'sun' : 'brand'} busy={busy}>
          {busy ? t('submitting') : t(firstParty ? 'submitAndPay' : 'submit')}
        </Button>
        {firstParty && <p className="maths-hint maths-next">{t('nothingToday')}</p>}
      </fieldset>
      {!firstParty && (
        <p className="maths-legal">
          <RichText text={t('implied')} marks={legal} />
        </p>
      )}
      <p className="maths-after">
        {`${t('haveAccount')} `}
        {signIn}
      </p>
    </Form>
  );
}

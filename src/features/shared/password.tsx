import { useState } from 'react';
import { limits } from '../../config/limits.ts';
import { useElement } from './use-element.ts';
import { Field } from '../../ui/field.tsx';

/**
 * The user name that belongs to a password, out of sight, by which password managers find or save it; they ignore
 * `type="hidden"` (https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands/).
 */
export function UserName({ email }: { email: string | undefined }) {
  if (!email) return null;
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

type PasswordProps = { label: string; isNew?: boolean; error: string | undefined };

/** Matches what attackers guess first, in English and French, for a hint. Every sign-up loads it, so it is no list. */
const common =
  /^(?:p[a@]ssw[o0]rd|motdepasse|qwerty(?:ui|uiop)?|azerty(?:ui|uiop)?|iloveyou|jetaime|princess|sunshine|football|welcome|bonjour|letmein|admin|abcd?1234|1q2w3e4r|1234\d*|\d?987654\d*|(.)\1+)\d{0,4}[!.?]?$/i;

export const isCommonPassword = (password: string): boolean => common.test(password);

/** A password field with a button that shows the password. */
export function Password({ label, isNew = false, error }: PasswordProps) {
  const { t } = useElement();
  const [isShown, setShown] = useState(false);
  const [isCommon, setCommon] = useState(false);
  return (
    <Field
      label={label}
      name="password"
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && {
        hint: t('common.passwordHint'),
        minLength: limits.passwordMinimum,
        note: isCommon && t('common.commonPassword'),
        // Not on leaving the field, because a new line would move the button away from the pointer.
        onInput: (event) => setCommon(isCommonPassword(event.currentTarget.value)),
      })}
      error={error}
    >
      <button
        type="button"
        className="maths-link maths-button-quiet maths-reveal"
        part="reveal"
        aria-label={t(isShown ? 'common.hidePassword' : 'common.showPassword')}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'common.hide' : 'common.show')}
      </button>
    </Field>
  );
}

type PasswordAndCodeProps = {
  /** Whether to ask for the code of a password reset. */
  asksCode: boolean;
  errorOf(field: 'password' | 'code'): string | undefined;
};

/** The fields with which the owner of an account proves to be its owner: the password, and a code after a reset. */
export function PasswordAndCode({ asksCode, errorOf }: PasswordAndCodeProps) {
  const { t } = useElement();
  return (
    <>
      <Password label={t('common.password')} error={errorOf('password')} />
      {asksCode && (
        <Field
          label={t('common.code')}
          hint={t('common.codeHint')}
          name="code"
          autoComplete="one-time-code"
          error={errorOf('code')}
        />
      )}
    </>
  );
}

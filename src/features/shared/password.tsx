import { limits } from '../../config/limits.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useElement } from './use-element.ts';
import { Field } from '../../ui/field.tsx';

/**
 * The user name that belongs to a password, out of sight; nothing without one. Password managers find or save the password by it; they ignore
 * `type="hidden"` (https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands/).
 */
export function UserName({ email }: { email: string | undefined }) {
  if (!email) return null;
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

type PasswordProps = {
  label: string;
  /** Whether the person chooses a password, and not the one of an account. */
  isNew?: boolean;
  problem: string | undefined;
};

/** The field of a password, with its texts. */
export function Password({ label, isNew = false, problem }: PasswordProps) {
  const { t } = useElement();
  return (
    <PasswordField
      label={label}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && {
        hint: t('common.passwordHint'),
        minLength: limits.passwordMinimum,
        commonWarning: t('common.commonPassword'),
      })}
      problem={problem}
      show={{ word: t('common.show'), name: t('common.showPassword') }}
      hide={{ word: t('common.hide'), name: t('common.hidePassword') }}
    />
  );
}

type PasswordAndCodeProps = {
  /** Whether to ask for the code of a password reset. */
  asksCode: boolean;
  /** Returns the sentence below a field, if its value was refused. */
  problem(field: 'password' | 'code'): string | undefined;
};

/** The fields with which the owner of an account proves to be its owner: the password, and a code after a reset. */
export function PasswordAndCode({ asksCode, problem }: PasswordAndCodeProps) {
  const { t } = useElement();
  return (
    <>
      <Password label={t('common.password')} problem={problem('password')} />
      {asksCode && (
        <Field
          label={t('common.code')}
          hint={t('common.codeHint')}
          name="code"
          type="text"
          autoComplete="off"
          problem={problem('code')}
        />
      )}
    </>
  );
}

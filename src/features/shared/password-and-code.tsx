import type { Translate } from '../../i18n/translate.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

type PasswordAndCodeProps = {
  t: Translate;
  /** Whether to ask for the code of a password reset. */
  asksCode: boolean;
  /** Returns the sentence below a field, if its value was refused. */
  problem(field: 'password' | 'code'): string | undefined;
};

/** The fields with which the owner of an account proves to be its owner: the password, and a code after a reset. */
export function PasswordAndCode({ t, asksCode, problem }: PasswordAndCodeProps) {
  return (
    <>
      <PasswordField
        label={t('common.password')}
        autoComplete="current-password"
        problem={problem('password')}
        show={{ word: t('common.show'), name: t('common.showPassword') }}
        hide={{ word: t('common.hide'), name: t('common.hidePassword') }}
      />
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

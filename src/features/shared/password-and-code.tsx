import { Field } from '../../ui/field.tsx';
import { Password } from './password.tsx';
import { useElement } from './use-element.ts';

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

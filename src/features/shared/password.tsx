import { limits } from '../../config/limits.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useElement } from './use-element.ts';

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

import { Field, type FieldProps } from './field.tsx';

export type EmailFieldProps = Pick<FieldProps, 'label' | 'defaultValue' | 'problem'>;

/** The address that an account has: every form asks for it in the same way, so that browsers fill it in everywhere. */
export function EmailField(props: EmailFieldProps) {
  return <Field {...props} name="email" type="email" inputMode="email" autoComplete="email" />;
}

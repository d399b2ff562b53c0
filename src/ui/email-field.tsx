import { Field, type FieldProps } from './field.tsx';

export type EmailFieldProps = Pick<FieldProps, 'label' | 'defaultValue' | 'problem'>;

/** The email field of every form. The same attributes everywhere let browsers fill it in. */
export function EmailField(props: EmailFieldProps) {
  return <Field {...props} name="email" type="email" autoComplete="email" />;
}

import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';

export type PasswordFieldProps = Omit<FieldProps, 'type' | 'children' | 'name'> & {
  /** Words of the button: what is seen, and what a screen reader says instead. */
  words: { show: string; hide: string; showLabel: string; hideLabel: string };
};

/** A password that its owner can look at. */
export function PasswordField({ words, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...field} name="password" type={shown ? 'text' : 'password'}>
      <button
        type="button"
        className="maths-reveal"
        part="reveal"
        aria-label={shown ? words.hideLabel : words.showLabel}
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hide : words.show}
      </button>
    </Field>
  );
}

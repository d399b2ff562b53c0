import { useState } from 'react';
import { isCommonPassword } from '../lib/common-password.ts';
import { Field, type FieldProps } from './field.tsx';

/** `word` is the visible text of the button; `name` begins with it and is announced by screen readers. */
export type ButtonLabels = { word: string; name: string };
export type PasswordFieldProps = Omit<FieldProps, 'type' | 'children' | 'name' | 'note' | 'onInput'> & {
  show: ButtonLabels;
  hide: ButtonLabels;
  /** A hint for a new password that attackers guess first. It does not prevent the submit. */
  commonWarning?: string;
};

/** A password field with a button that shows the password. */
export function PasswordField({ show, hide, commonWarning, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [common, setCommon] = useState(false);
  const { word, name } = shown ? hide : show;
  return (
    <Field
      {...field}
      name="password"
      type={shown ? 'text' : 'password'}
      note={commonWarning === undefined ? undefined : common && commonWarning}
      // Updates while typing and not on leaving the field, because a new line would move the button away from the
      // pointer.
      onInput={(event) => setCommon(isCommonPassword(event.currentTarget.value))}
    >
      <button type="button" className="maths-reveal" part="reveal" aria-label={name} onClick={() => setShown(!shown)}>
        {word}
      </button>
    </Field>
  );
}

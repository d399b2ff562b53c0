import { useState } from 'react';
import { looksCommon } from '../lib/common-password.ts';
import { Field, type FieldProps } from './field.tsx';

/** `word` is seen on the button; `name` begins with it and is what a screen reader says. */
export type ButtonWords = { word: string; name: string };
export type PasswordFieldProps = Omit<FieldProps, 'type' | 'children' | 'name' | 'note' | 'onInput'> & {
  show: ButtonWords;
  hide: ButtonWords;
  /** Shown while a new password is one of those that are guessed first. A hint: it stops nobody. */
  commonWarning?: string;
};

/** A password that its owner can look at. */
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
      // While typing and not on leaving: a line that appears then would push the button away under the pointer.
      onInput={(event) => setCommon(looksCommon(event.currentTarget.value))}
    >
      <button type="button" className="maths-reveal" part="reveal" aria-label={name} onClick={() => setShown(!shown)}>
        {word}
      </button>
    </Field>
  );
}

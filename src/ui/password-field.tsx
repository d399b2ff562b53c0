import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';

/**
 * Matches the passwords that attackers guess first, in English and French. It is a few patterns and not a list of
 * thousands, because every sign-up form loads it. It is used for a hint and never rejects a password.
 */
const pattern =
  /^(?:p[a@]ssw[o0]rd|motdepasse|qwerty(?:ui|uiop)?|azerty(?:ui|uiop)?|iloveyou|jetaime|princess|sunshine|football|welcome|bonjour|letmein|admin|abcd?1234|1q2w3e4r|1234\d*|\d?987654\d*|(.)\1+)\d{0,4}[!.?]?$/i;

export const isCommonPassword = (password: string): boolean => pattern.test(password);

/** `word` is the visible text of the button; `name` begins with it and is announced by screen readers. */
type ButtonLabels = { word: string; name: string };
type PasswordFieldProps = Omit<FieldProps, 'type' | 'children' | 'name' | 'note' | 'onInput'> & {
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
      <button
        type="button"
        className="maths-link maths-button-quiet maths-reveal"
        part="reveal"
        aria-label={name}
        onClick={() => setShown(!shown)}
      >
        {word}
      </button>
    </Field>
  );
}

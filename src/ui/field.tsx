import { type InputEventHandler, type ReactNode, useId, type WheelEvent, type WheelEventHandler } from 'react';

type LabelProps = { htmlFor: string; text: string; hint?: string | undefined };

export function Label({ htmlFor, text, hint }: LabelProps) {
  return (
    <label className="maths-label" part="label" htmlFor={htmlFor}>
      {hint === undefined ? text : `${text} `}
      {hint !== undefined && <span className="maths-hint">{hint}</span>}
    </label>
  );
}

type FieldErrorProps = { id: string; children: string | undefined };

/** The error of the field above. The field refers to it with `aria-describedby`. */
function FieldError({ id, children }: FieldErrorProps) {
  if (children === undefined) return null;
  return (
    <p className="maths-problem" id={id} part="field-error">
      {children}
    </p>
  );
}

/**
 * Returns attributes without which readers call a required empty field invalid. @param id that of its `FieldError`
 */
const errorAttributes = (id: string, error: string | undefined) =>
  error === undefined ? { 'aria-invalid': false } : { 'aria-invalid': true, 'aria-describedby': id };

export type FieldProps = {
  label: string;
  /** A less prominent text next to the label: "(8 characters or more)". */
  hint?: string;
  name: string;
  type?: 'email' | 'password' | 'text' | 'number';
  autoComplete: 'email' | 'current-password' | 'new-password' | 'name' | 'organization' | 'one-time-code' | 'off';
  inputMode?: 'numeric';
  minLength?: number;
  min?: number;
  max?: number;
  required?: boolean;
  autoCapitalize?: 'none' | 'words';
  /** Uncontrolled: typed text survives every re-render, in another language too. */
  defaultValue?: string | undefined;
  error?: string | undefined;
  /** A hint that is announced politely under the field; `false` while it is empty. */
  note?: string | false | undefined;
  onInput?: InputEventHandler<HTMLInputElement>;
  onWheel?: WheelEventHandler<HTMLInputElement>;
  children?: ReactNode;
};

/** A labelled input. `maxlength` is never set, because it would silently cut a pasted password. */
export function Field({ label, hint, error, note, children, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="maths-field" part="field">
      <Label htmlFor={id} text={label} hint={hint} />
      <div className="maths-control">
        <input
          required
          type="text"
          // A browser capitalizes no email address.
          autoCapitalize={input.type === 'email' ? undefined : 'none'}
          {...input}
          id={id}
          className="maths-input"
          part="input"
          spellCheck={false}
          {...errorAttributes(`${id}error`, error)}
        />
        {children}
      </div>
      <FieldError id={`${id}error`}>{error}</FieldError>
      {note !== undefined && (
        <p className="maths-note" role="status">
          {note}
        </p>
      )}
    </div>
  );
}

// Scrolling over a focused number would change it unnoticed.
const letGo = (event: WheelEvent<HTMLInputElement>): void => event.currentTarget.blur();

/** A field for a whole number, which can be typed or stepped. */
export function NumberField(props: Pick<FieldProps, 'label' | 'hint' | 'name' | 'min' | 'max' | 'error'>) {
  return <Field {...props} type="number" inputMode="numeric" autoComplete="off" onWheel={letGo} />;
}

/** The email field of every form. The same attributes everywhere let browsers fill it in. */
export function EmailField(props: Pick<FieldProps, 'label' | 'defaultValue' | 'error'>) {
  return <Field {...props} name="email" type="email" autoComplete="email" />;
}

export type CheckboxProps = {
  name: string;
  children: ReactNode;
  defaultChecked?: boolean;
  required?: boolean;
  error?: string | undefined;
};

/** A checkbox in a row that is high enough to touch. It is uncontrolled, like every field here. */
export function Checkbox({ name, children, defaultChecked, required = true, error }: CheckboxProps) {
  const id = useId();
  return (
    <div className="maths-check" part="field">
      <input
        id={id}
        className="maths-box"
        part="checkbox"
        type="checkbox"
        {...{ name, required, defaultChecked }}
        {...errorAttributes(`${id}error`, error)}
      />
      <label htmlFor={id} className="maths-check-label" part="label">
        {children}
      </label>
      <FieldError id={`${id}error`}>{error}</FieldError>
    </div>
  );
}

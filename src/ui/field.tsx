import { type InputEventHandler, type ReactNode, useId, type WheelEventHandler } from 'react';
import { FieldProblem, problemAttributes } from './field-problem.tsx';
import { Label } from './label.tsx';

export type FieldProps = {
  label: string;
  /** A less prominent text next to the label: "(8 characters or more)". */
  hint?: string;
  name: string;
  type: 'email' | 'password' | 'text' | 'number';
  autoComplete: 'email' | 'current-password' | 'new-password' | 'name' | 'organization' | 'off';
  inputMode?: 'numeric';
  minLength?: number;
  min?: number;
  max?: number;
  /** Whether it is required. Default: true. */
  required?: boolean;
  /** Default: none, for example for an email. */
  autoCapitalize?: 'none' | 'words';
  /** Uncontrolled: typed text survives every re-render, in another language too. */
  defaultValue?: string | undefined;
  /** The error, which is shown below the field. */
  problem?: string | undefined;
  /** A hint that is announced politely under the field; `false` while it is empty. */
  note?: string | false | undefined;
  onInput?: InputEventHandler<HTMLInputElement>;
  onWheel?: WheelEventHandler<HTMLInputElement>;
  /** A button inside the end of the field. */
  children?: ReactNode;
};

/** A labelled input. `maxlength` is never set, because it would silently cut a pasted password. */
export function Field({ label, hint, problem, note, children, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="maths-field" part="field">
      <Label htmlFor={id} text={label} hint={hint} />
      <div className="maths-control">
        <input
          required
          // A browser capitalizes no email address.
          autoCapitalize={input.type === 'email' ? undefined : 'none'}
          {...input}
          id={id}
          className="maths-input"
          part="input"
          spellCheck={false}
          {...problemAttributes(`${id}problem`, problem)}
        />
        {children}
      </div>
      <FieldProblem id={`${id}problem`}>{problem}</FieldProblem>
      {note !== undefined && (
        <p className="maths-note" role="status">
          {note}
        </p>
      )}
    </div>
  );
}

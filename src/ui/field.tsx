import { type InputEventHandler, type ReactNode, useId, type WheelEventHandler } from 'react';
import { FieldProblem, problemAttributes } from './field-problem.tsx';

export type FieldProps = {
  label: string;
  /** Stands beside the label, in the quieter voice: "(8 characters or more)". */
  hint?: string;
  name: string;
  type: 'email' | 'password' | 'text' | 'number';
  autoComplete: 'email' | 'current-password' | 'new-password' | 'name' | 'organization' | 'off';
  inputMode?: 'email' | 'numeric';
  minLength?: number;
  min?: number;
  max?: number;
  /** Default: it is. */
  required?: boolean;
  /** Default: none, as in an address. */
  autoCapitalize?: 'none' | 'words';
  /** Uncontrolled: what was typed outlives every new rendering, in another language too. */
  defaultValue?: string | undefined;
  /** What is wrong with it, said below it. */
  problem?: string | undefined;
  /** Said politely under the field; `false` while there is nothing to say but may be. */
  note?: string | false | undefined;
  onInput?: InputEventHandler<HTMLInputElement>;
  onWheel?: WheelEventHandler<HTMLInputElement>;
  /** A button inside the field's end. */
  children?: ReactNode;
};

/** A labelled input. `maxlength` is never set: it would cut a pasted password without a word. */
export function Field({ label, hint, problem, note, children, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="maths-field" part="field">
      <label className="maths-label" part="label" htmlFor={id}>
        {label} {hint !== undefined && <span className="maths-hint">{hint}</span>}
      </label>
      <div className="maths-control">
        <input
          required
          autoCapitalize="none"
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

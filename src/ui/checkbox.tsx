import { type ReactNode, useEffect, useId, useRef } from 'react';
import { FieldProblem, problemAttributes } from './field.tsx';

export type CheckboxProps = {
  name: string;
  children: ReactNode;
  /** Whether the consent was given already: ticks the box, initially or later. */
  ticked?: boolean;
  required?: boolean;
  problem?: string | undefined;
};

/** A checkbox in a row that is high enough to touch. It is uncontrolled, like every field here. */
export function Checkbox({ name, children, ticked = false, required = true, problem }: CheckboxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ticked && box.current !== null) box.current.checked = true;
  }, [ticked]);
  return (
    <div className="maths-check" part="field">
      <input
        ref={box}
        id={id}
        className="maths-box"
        part="checkbox"
        type="checkbox"
        name={name}
        required={required}
        {...problemAttributes(`${id}problem`, problem)}
      />
      <label htmlFor={id} className="maths-check-label" part="label">
        {children}
      </label>
      <FieldProblem id={`${id}problem`}>{problem}</FieldProblem>
    </div>
  );
}

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { FieldProblem, problemAttributes } from './field-problem.tsx';

export type CheckboxProps = {
  name: string;
  /** The label; it may hold links. */
  children: ReactNode;
  /** Known to be agreed to already: ticks the box, now or when it becomes known. */
  ticked?: boolean;
  /** Default: it must be ticked. */
  required?: boolean;
  /** What is wrong with it. */
  problem?: string | undefined;
};

/** A box in a row that is high enough for a thumb. Uncontrolled, as every field here. */
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

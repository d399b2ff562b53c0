import { type ReactNode, useId } from 'react';

export type CheckboxProps = {
  name: string;
  /** The label; it may hold links. */
  children: ReactNode;
  defaultChecked?: boolean;
  errorId?: string | undefined;
};

/** A box in a row that is high enough for a thumb. Uncontrolled, as every field here. */
export function Checkbox({ name, children, defaultChecked = false, errorId }: CheckboxProps) {
  const id = useId();
  return (
    <div className="maths-check" part="field">
      <input
        id={id}
        className="maths-box"
        part="checkbox"
        type="checkbox"
        name={name}
        required
        defaultChecked={defaultChecked}
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
      />
      <label htmlFor={id} className="maths-check-label" part="label">
        {children}
      </label>
    </div>
  );
}

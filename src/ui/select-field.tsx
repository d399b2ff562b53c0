import { useId } from 'react';
import { Label } from './field.tsx';

export type SelectFieldProps = {
  label: string;
  hint?: string;
  name: string;
  /** The option for no choice, which explains that nothing is selected. */
  none: string;
  /** Shown as they are. */
  options: readonly string[];
};

/** A list with one optional choice. It is the browser's own list, which every device can show. */
export function SelectField({ label, hint, name, none, options }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="maths-field" part="field">
      <Label htmlFor={id} text={label} hint={hint} />
      <select id={id} className="maths-input" part="input" name={name}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}

import type { WheelEvent } from 'react';
import { Field, type FieldProps } from './field.tsx';

export type NumberFieldProps = Pick<FieldProps, 'label' | 'hint' | 'name' | 'min' | 'max' | 'problem'>;

// Scrolling past a focused number would change it unseen.
const letGo = (event: WheelEvent<HTMLInputElement>): void => event.currentTarget.blur();

/** A whole number, typed or counted up and down. */
export function NumberField(props: NumberFieldProps) {
  return <Field {...props} type="number" inputMode="numeric" autoComplete="off" onWheel={letGo} />;
}

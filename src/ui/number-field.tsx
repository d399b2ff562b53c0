import type { WheelEvent } from 'react';
import { Field, type FieldProps } from './field.tsx';

export type NumberFieldProps = Pick<FieldProps, 'label' | 'hint' | 'name' | 'min' | 'max' | 'problem'>;

// Scrolling over a focused number would change it unnoticed.
const letGo = (event: WheelEvent<HTMLInputElement>): void => event.currentTarget.blur();

/** A field for a whole number, which can be typed or stepped. */
export function NumberField(props: NumberFieldProps) {
  return <Field {...props} type="number" inputMode="numeric" autoComplete="off" onWheel={letGo} />;
}

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { NumberField } from './field.tsx';

afterEach(cleanup);

it('removes the focus when the page is scrolled over it, which would change the number unnoticed', () => {
  render(<NumberField label="Students" name="numStudents" min={1} max={35} />);
  const field = screen.getByRole<HTMLInputElement>('spinbutton');
  field.focus();
  expect(document.activeElement).toBe(field);
  fireEvent.wheel(field);
  expect(document.activeElement).not.toBe(field);
});

import type { MouseEventHandler, ReactNode } from 'react';

export type ButtonProps = {
  children: ReactNode;
  /**
   * `sun` is the one call to action of a page; `brand` the main button of a widget; `line` and `quiet` rank below. In a dialog
   * `soft` is the safe choice and `danger` the other one.
   */
  look?: 'sun' | 'brand' | 'line' | 'quiet' | 'soft' | 'danger';
  type?: 'submit' | 'button';
  /** Something runs: the button says so and ignores presses, but keeps the focus, which `disabled` would lose. */
  busy?: boolean;
  /** Something must be filled in first. */
  disabled?: boolean;
  /** What the form's controller does when the button is pressed before the view handles it (`FormController.press`). */
  action?: string;
  onClick?: MouseEventHandler<HTMLButtonElement>;
};

export function Button({
  children,
  look = 'brand',
  type = 'button',
  busy = false,
  disabled,
  action,
  onClick,
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`maths-button maths-button-${look}`}
      part={look === 'quiet' ? 'link' : 'button'}
      disabled={disabled}
      aria-disabled={busy ? true : undefined}
      data-action={action}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {children}
    </button>
  );
}

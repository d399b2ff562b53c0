import type { MouseEventHandler, ReactNode, Ref } from 'react';

export type ButtonProps = {
  children: ReactNode;
  /** `sun`: the main one of a page; `brand`: of a widget; `quiet`: like a link; `line` and `danger`: safe or not. */
  variant?: 'sun' | 'brand' | 'line' | 'quiet' | 'danger';
  type?: 'submit' | 'button';
  /** A request runs: the button says so and ignores presses, but keeps the focus, which `disabled` would lose. */
  busy?: boolean;
  disabled?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({
  children,
  variant = 'brand',
  type = 'button',
  busy = false,
  disabled,
  onClick,
  ref,
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      className={`${variant === 'quiet' ? 'maths-link' : 'maths-button'} maths-button-${variant}`}
      part={variant === 'quiet' ? 'link' : 'button'}
      disabled={disabled}
      aria-disabled={busy ? true : undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {children}
    </button>
  );
}

export type LinkProps = {
  href: string;
  children: ReactNode;
  /** Opens in a new tab without access to the partner's page. The text announces the new tab to screen readers. */
  newTab?: string | false;
  /** `button`: the next step, as prominent as a form's button; `quiet`: alone in its line, and high enough to touch. */
  variant?: 'link' | 'button' | 'quiet';
};

const linkClasses = { link: 'maths-link', button: 'maths-button', quiet: 'maths-link maths-button-quiet' };

/** A link. In a prerendered form the page has completed its address before React hydrates it, so both may differ. */
export function Link({ href, children, newTab = false, variant = 'link' }: LinkProps) {
  const opensTab = newTab !== false;
  return (
    <a
      className={linkClasses[variant]}
      part={variant === 'button' ? 'button' : 'link'}
      href={href}
      target={opensTab ? '_blank' : undefined}
      rel={opensTab ? 'noopener' : undefined}
      suppressHydrationWarning
    >
      {children}
      {opensTab && <span className="maths-sr-only">{` ${newTab}`}</span>}
    </a>
  );
}

import type { ReactNode } from 'react';

export type LinkProps = {
  href: string;
  children: ReactNode;
  /** Opens in a new tab without access to the partner's page. The text announces the new tab to screen readers. */
  newTab?: string | false;
  /** The next step, as prominent as a form's button. */
  look?: 'link' | 'button';
};

/** A link. In a prerendered form the page has completed its address before React hydrates it, so both may differ. */
export function Link({ href, children, newTab = false, look = 'link' }: LinkProps) {
  const opensTab = newTab !== false;
  return (
    <a
      className={look === 'link' ? 'maths-link' : 'maths-button'}
      part={look}
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

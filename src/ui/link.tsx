import type { ReactNode } from 'react';

export type LinkProps = {
  href: string;
  children: ReactNode;
  /** Opens in a new tab without access to the partner's page. The text announces the new tab to screen readers. */
  newTab?: string | false;
  /** The next step, as prominent as a form's button. */
  look?: 'link' | 'button';
};

export function Link({ href, children, newTab = false, look = 'link' }: LinkProps) {
  if (newTab === false) {
    return (
      <a className={look === 'link' ? 'maths-link' : 'maths-button'} part={look} href={href}>
        {children}
      </a>
    );
  }
  return (
    <a className="maths-link" part="link" href={href} target="_blank" rel="noopener">
      {children}
      <span className="maths-sr-only"> {newTab}</span>
    </a>
  );
}

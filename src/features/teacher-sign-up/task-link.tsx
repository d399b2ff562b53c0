import type { MouseEvent, ReactNode } from 'react';

export type TaskLinkProps = {
  href: string;
  className: string;
  part: string;
  current?: boolean;
  onFollow(): void;
  children: ReactNode;
};

const opensElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link to the other form. It opens in place and keeps what was typed. In a new tab it is the portal's page with that
 * form.
 */
export function TaskLink({ href, className, part, current = false, onFollow, children }: TaskLinkProps) {
  const follow = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a
      className={className}
      part={part}
      href={href}
      aria-current={current ? 'page' : undefined}
      data-in-place=""
      // As in `src/ui/link.tsx`: the page has completed the address.
      suppressHydrationWarning
      onClick={follow}
    >
      {children}
    </a>
  );
}

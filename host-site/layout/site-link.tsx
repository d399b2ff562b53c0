import type { MouseEvent, ReactNode } from 'react';
import { type Destination, hrefOf, routeOf } from '../routing/address.ts';
import { focusHeading } from '../routing/focus-heading.ts';
import { navigate } from '../routing/navigation.ts';
import { useSite } from '../site-context.ts';

type Props = {
  to: Destination;
  /** Values to add to the query of the current page. */
  query?: Record<string, string> | undefined;
  className?: string;
  label?: string;
  /** Marks the link to the current page. */
  current?: boolean;
  children: ReactNode;
};

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link within the site. It keeps the query and changes the page without a reload. It always names the language
 * (product-spec.md#2-screens-and-routes), so that it leads to the page in the same language without a script, or when
 * it is shared.
 */
export function SiteLink({ to, query, className, label, current = false, children }: Props) {
  const { search, language } = useSite();
  const changes = { lang: language, ...query };
  const follow = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    const leadsHere = routeOf(location.pathname) === to;
    navigate(to, { changes });
    // A new page moves the focus itself. On the same page, the focus is moved here.
    if (leadsHere) focusHeading();
  };
  return (
    <a
      href={hrefOf(to, search, changes)}
      className={className}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}

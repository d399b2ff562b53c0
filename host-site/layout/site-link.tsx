import type { MouseEvent, ReactNode } from 'react';
import { type Destination, hrefOf, routeOf } from '../routing/address.ts';
import { focusHeading } from '../routing/focus-heading.ts';
import { navigate } from '../routing/navigation.ts';
import { useSite } from '../site-context.ts';

type Props = {
  to: Destination;
  /** What the carried query is to say besides. */
  query?: Record<string, string> | undefined;
  className?: string;
  label?: string;
  /** Marks the link to the page that is shown. */
  current?: boolean;
  children: ReactNode;
};

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link within the site: carries the query along and changes the page without a reload. It always names the language
 * (spec section 2), so it leads to the page in these words when no script is there to remember them, or when it is passed on.
 */
export function SiteLink({ to, query, className, label, current = false, children }: Props) {
  const { search, language } = useSite();
  const changes = { lang: language, ...query };
  const follow = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    const leadsHere = routeOf(location.pathname) === to;
    navigate(to, { changes });
    // Another page takes the focus by itself; this one begins anew.
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

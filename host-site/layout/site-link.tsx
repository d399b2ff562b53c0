import type { ReactNode } from 'react';
import { useSite } from '../site-context.ts';
import { createLegalLinks, type LegalPage } from '../../src/config/links.ts';
import { queryWithout, type RouteName, routes } from '../../src/contracts/routes.ts';

/** Pages that a link can name. The site never links to a classroom, because only its teacher has the address. */
type Destination = Exclude<RouteName, 'classroom'>;

type Props = {
  to: Destination;
  /** Values to add to the query of the current page. */
  query?: Record<string, string> | undefined;
  /** What the page shows first, with its `#`. */
  fragment?: string;
  className?: string | undefined;
  label?: string;
  /** Marks the link to the current page. */
  current?: boolean;
  children: ReactNode;
};

/** A link in the page's language, for use without a script. `script/language.ts` adds the query of the page. */
export function SiteLink({ to, query, fragment = '', className, label, current = false, children }: Props) {
  const { language } = useSite();
  return (
    <a
      href={routes[to].path + queryWithout('', [], { lang: language, ...query }) + fragment}
      className={className}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </a>
  );
}

const legalLinks = createLegalLinks();

/** A link to the operator's own terms or privacy policy, or to the sample page of the portal. */
export function LegalLink({ page, children }: { page: LegalPage; children: ReactNode }) {
  const address = legalLinks[page];
  return address === undefined ? <SiteLink to={page}>{children}</SiteLink> : <a href={address}>{children}</a>;
}

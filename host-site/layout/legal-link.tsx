import type { ReactNode } from 'react';
import { createLegalLinks, type LegalPage } from '../../src/config/legal-links.ts';
import { SiteLink } from './site-link.tsx';

const legalLinks = createLegalLinks();

/** A link to the operator's own terms or privacy policy, or to the sample page of the portal. */
export function LegalLink({ page, children }: { page: LegalPage; children: ReactNode }) {
  const address = legalLinks[page];
  return address === undefined ? <SiteLink to={page}>{children}</SiteLink> : <a href={address}>{children}</a>;
}

import { routes } from '../../src/contracts/routes.ts';
import { brand } from '../../src/config/brand.ts';
import mark from '../art/logo-mark.svg';
import { useSite } from '../site-context.ts';
import { Art } from './art.tsx';
import { SiteLink } from './site-link.tsx';

function LogoLink({ to, className = '' }: { to: 'home' | 'dashboard'; className?: string }) {
  const { t } = useSite();
  return (
    <SiteLink
      to={to}
      className={`logo ${className}`.trim()}
      label={t(to === 'home' ? 'header.home' : 'header.account')}
    >
      <Art src={mark} width={34} height={34} />
      {brand.name}
    </SiteLink>
  );
}

/**
 * The logo. It leads to the account with a session, otherwise home (product-spec.md#2-screens-and-routes, "Shared
 * elements"). A page for everyone contains both links, and a class of the document shows one of them.
 */
export function Logo() {
  const { page } = useSite();
  switch (routes[page].guard) {
    case 'guest':
      return <LogoLink to="home" />;
    case 'session':
      return <LogoLink to="dashboard" />;
    case 'anyone':
      return (
        <>
          <LogoLink to="home" className="for-guests" />
          <LogoLink to="dashboard" className="for-members" />
        </>
      );
  }
}

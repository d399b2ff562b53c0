import { brand } from '../../src/config/brand.ts';
import mark from '../art/logo-mark.svg';
import { useSite } from '../site-context.ts';
import { Art } from './art.tsx';
import { SiteLink } from './site-link.tsx';

/**
 * The logo. It leads to the account with a session, otherwise home (product-spec.md#2-screens-and-routes, "Shared
 * elements").
 */
export function Logo() {
  const { t, signedIn } = useSite();
  return (
    <SiteLink
      to={signedIn ? 'dashboard' : 'home'}
      className="logo"
      label={t(signedIn ? 'header.account' : 'header.home')}
    >
      <Art src={mark} width={34} height={34} />
      {brand.name}
    </SiteLink>
  );
}

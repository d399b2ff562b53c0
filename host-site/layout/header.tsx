import type { PageName } from '../routing/guard.ts';
import { useSite } from '../site-context.ts';
import { SectionLinks } from './section-links.tsx';
import { SiteLink } from './site-link.tsx';
import { TopBar } from './top-bar.tsx';

/** The links of spec section 2; a page does not link to itself, and a signed-in parent needs the account alone. */
export function Header({ page }: { page: PageName }) {
  const { t, signedIn } = useSite();
  return (
    <TopBar sections={page === 'home' && <SectionLinks />}>
      {signedIn && page !== 'dashboard' && (
        <SiteLink to="dashboard" className="log-in">
          {t('header.yourAccount')}
        </SiteLink>
      )}
      {!signedIn && page !== 'signIn' && (
        <SiteLink to="signIn" className="log-in">
          {t('header.logIn')}
        </SiteLink>
      )}
      {!signedIn && page !== 'signUp' && (
        <SiteLink to="signUp" className={page === 'signIn' ? 'button button-soft keep' : 'button button-soft'}>
          {t('header.startTrial')}
        </SiteLink>
      )}
    </TopBar>
  );
}

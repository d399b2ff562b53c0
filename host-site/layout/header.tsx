import type { PageName } from '../routing/guard.ts';
import { useSite } from '../site-context.ts';
import { SiteLink } from './site-link.tsx';
import { TopBar } from './top-bar.tsx';

/** The links of spec section 2; a page does not link to itself, and a signed-in parent needs neither. */
export function Header({ page }: { page: PageName }) {
  const { t, signedIn } = useSite();
  return (
    <TopBar>
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

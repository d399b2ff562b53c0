import type { ReactNode } from 'react';
import { apiPaths } from '../../src/contracts/api.ts';
import { signOutEvent } from '../../src/contracts/elements.ts';
import { platform } from '../../src/contracts/token.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import type { PageName } from '../routing/guard.ts';
import { navigate } from '../routing/navigation.ts';
import { useHydrated } from '../routing/page-state.ts';
import { useSite } from '../site-context.ts';
import { LanguageBar } from './language-bar.tsx';
import { Logo } from './logo.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { SiteLink } from './site-link.tsx';

/** The top of every page. `children` are the links that differ between the areas. */
function TopBar({ sections, children }: { sections?: ReactNode; children: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap">
        <Logo />
        {sections}
        <div className="top-end">
          <LanguageBar />
          {children}
        </div>
      </div>
      <NoticeBar />
    </header>
  );
}

/** The names and ids of the front page's sections. */
const sections = [
  { name: 'howItWorks', at: '#how-it-works' },
  { name: 'curriculum', at: '#curriculum' },
  { name: 'membership', at: '#membership' },
];

/** Links to the sections of the front page. They are plain anchors, so they work before any script runs. */
function SectionLinks() {
  const { t } = useSite();
  return (
    <nav className="sections" aria-label={t('header.sections')}>
      {sections.map(({ name, at }) => (
        <a key={name} href={at}>
          {t(`header.${name}`)}
        </a>
      ))}
      <SiteLink to="teacherSignUp">{t('header.schoolZone')}</SiteLink>
    </nav>
  );
}

/**
 * Logs out through the element. If the element did not load, the page ends the session itself, here and at the server.
 */
const logOut = (): void => {
  const request = new Event(signOutEvent, { cancelable: true });
  document.querySelector('maths-dashboard')?.dispatchEvent(request);
  if (request.defaultPrevented) return;
  const sessions = createSessionStore();
  const token = sessions.read()?.token;
  if (token !== undefined) {
    const headers = { Authorization: `Bearer ${token}` };
    const url = `${apiPaths.integrations}?p=${platform}`;
    // The browser ends the session immediately. Without a connection, the token ends when it expires.
    fetch(url, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  }
  sessions.remove();
  navigate('home');
};

/**
 * The links of product-spec.md#2-screens-and-routes, in both areas. A signed-in parent gets a link to the account
 * instead, and a log-out button on that page.
 */
export function Header({ page }: { page: PageName }) {
  const { t, signedIn } = useSite();
  const hydrated = useHydrated();
  return (
    <TopBar sections={page === 'home' && <SectionLinks />}>
      {signedIn && page !== 'dashboard' && (
        <SiteLink to="dashboard" className="log-in">
          {t('header.yourAccount')}
        </SiteLink>
      )}
      {signedIn && page === 'dashboard' && (
        <button type="button" className="log-in" disabled={!hydrated} onClick={logOut}>
          {t('header.logOut')}
        </button>
      )}
      {!signedIn && (
        <>
          <SiteLink to="signIn" className="log-in" current={page === 'signIn'}>
            {t('header.logIn')}
          </SiteLink>
          <SiteLink
            to="signUp"
            className={page === 'signIn' ? 'button button-soft keep' : 'button button-soft'}
            current={page === 'signUp'}
          >
            {t('header.startTrial')}
          </SiteLink>
        </>
      )}
    </TopBar>
  );
}

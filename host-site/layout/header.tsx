import type { ReactNode } from 'react';
import { isForTeachers, routes } from '../../src/contracts/routes.ts';
import { type PageName, useSite } from '../site-context.ts';
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

/** The two links for a parent who is not signed in. */
function GuestLinks({ page }: { page: PageName }) {
  const { t } = useSite();
  return (
    <>
      <SiteLink to="signIn" className="log-in for-guests" current={page === 'signIn'}>
        {t('header.logIn')}
      </SiteLink>
      <SiteLink to="signUp" className="button button-soft for-guests" current={page === 'signUp'}>
        {t('header.startTrial')}
      </SiteLink>
    </>
  );
}

/** The same links on a page for teachers, who have no account to log in to. It works without a script. */
function ParentsMenu({ page }: { page: PageName }) {
  const { t } = useSite();
  return (
    <details className="parents for-guests">
      <summary className="log-in">{t('header.forParents')}</summary>
      <div>
        <GuestLinks page={page} />
      </div>
    </details>
  );
}

/**
 * The links of product-spec.md#2-screens-and-routes, in both areas. A signed-in parent gets a link to the account
 * instead, and a log-out button on that page. A class of the document shows those of this visitor.
 */
export function Header({ page }: { page: PageName }) {
  const { t } = useSite();
  const { guard, path } = routes[page];
  return (
    <TopBar sections={page === 'home' && <SectionLinks />}>
      {guard === 'session' && (
        <button type="button" className="log-in log-out">
          {t('header.logOut')}
        </button>
      )}
      {guard !== 'session' && (isForTeachers(path) ? <ParentsMenu page={page} /> : <GuestLinks page={page} />)}
      {guard === 'anyone' && (
        <SiteLink to="dashboard" className="log-in for-members">
          {t('header.yourAccount')}
        </SiteLink>
      )}
    </TopBar>
  );
}

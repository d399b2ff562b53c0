import type { ReactNode } from 'react';
import mark from '../art/logo-mark.svg';
import { Art, Icon } from './content.tsx';
import { SiteLink } from './site-link.tsx';
import { carriedQuery } from '../script/address.ts';
import type { Notice } from '../script/session.ts';
import { type PageName, useSite } from '../site-context.ts';
import { brand } from '../../src/config/brand.ts';
import { languageFacts, languages } from '../../src/contracts/language.ts';
import { isForTeachers, routes } from '../../src/contracts/routes.ts';

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

/** Links to this page in each language. `script/language.ts` adds the query of the page. */
function LanguageBar() {
  const { t, language } = useSite();
  return (
    <nav className="languages" aria-label={t('languages')}>
      {languages.map((lang) => (
        <a
          key={lang}
          href={carriedQuery('', { lang })}
          lang={lang}
          hrefLang={lang}
          aria-label={`${lang.toUpperCase()}, ${languageFacts[lang].name}`}
          aria-current={lang === language ? 'true' : undefined}
        >
          {lang.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}

/** `tick` means good news. */
const notices: readonly { notice: Notice; icon: 'tick' | 'hand' }[] = [
  { notice: 'accountDeleted', icon: 'tick' },
  { notice: 'sessionExpired', icon: 'hand' },
  { notice: 'loggedOut', icon: 'hand' },
];

/**
 * The notices that a previous page can leave (script/session.ts). They are hidden in a place that exists before, because
 * screen readers announce only what appears in it.
 */
function NoticeBar() {
  const { t } = useSite();
  return (
    <div className="notice" role="status">
      {notices.map(({ notice, icon }) => (
        <div key={notice} className="wrap" data-notice={notice} hidden>
          <Icon name={icon} />
          <p>{t(`notice.${notice}`)}</p>
          <button type="button" aria-label={t('notice.close')}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

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

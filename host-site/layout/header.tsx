import mark from '../art/logo-mark.svg';
import { Art, Icon } from './content.tsx';
import { SiteLink } from './site-link.tsx';
import { carriedQuery } from '../script/language.ts';
import type { Notice } from '../script/session.ts';
import { type PageName, useSite } from '../site-context.ts';
import { brand } from '../../src/config/brand.ts';
import { languageFacts, languages } from '../../src/contracts/language.ts';
import { isForTeachers, routes } from '../../src/contracts/routes.ts';

/** The logo. It leads to the account with a session, otherwise home; a class of the document shows one of both. */
function Logo({ page }: { page: PageName }) {
  const { t } = useSite();
  const { guard } = routes[page];
  const content = (
    <>
      <Art src={mark} width={34} height={34} />
      {brand.name}
    </>
  );
  return (
    <>
      <SiteLink to="home" className="logo for-guests" label={t('header.home')}>
        {content}
      </SiteLink>
      {guard !== 'guest' && (
        <SiteLink to="dashboard" className="logo for-members" label={t('header.account')}>
          {content}
        </SiteLink>
      )}
    </>
  );
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

const notices: readonly Notice[] = ['accountDeleted', 'sessionExpired', 'loggedOut', 'signedOut', 'unknownAddress'];

/** The notices of a previous page (script/session.ts). Screen readers announce what appears in an existing place. */
function NoticeBar() {
  const { t } = useSite();
  return (
    <div className="notice" role="status">
      {notices.map((notice) => (
        <div key={notice} className="wrap" data-notice={notice} hidden>
          <p>{t(`notice.${notice}`)}</p>
          <button type="button" aria-label={t('notice.close')}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

/** Links to the sections of the front page. They are plain anchors, so they work before any script runs. */
function SectionLinks() {
  const { t } = useSite();
  return (
    <nav className="sections" aria-label={t('header.sections')}>
      <a href="#how-it-works">{t('header.howItWorks')}</a>
      <a href="#curriculum">{t('header.curriculum')}</a>
      <a href="#membership">{t('header.membership')}</a>
      <SiteLink to="teacherSignUp">{t('header.schoolZone')}</SiteLink>
    </nav>
  );
}

/** The links of a parent who is not signed in. A page for a contract, or for an employee, offers no trial. */
function GuestLinks({ page }: { page: PageName }) {
  const { t } = useSite();
  return (
    <>
      <SiteLink to="signIn" className="log-in" current={page === 'signIn'}>
        {t('header.logIn')}
      </SiteLink>
      {!['signUp', 'cancel', 'deleteAccount', 'levels'].includes(page) && (
        <SiteLink to="signUp" className="maths-button maths-button-line">
          {t('header.startTrial')}
        </SiteLink>
      )}
    </>
  );
}

/**
 * The links of product-spec.md#2-screens-and-routes. Teachers have no account to log in to, so on their pages they are
 * in a menu, which works without a script. A signed-in parent gets a link to the account instead, and a log-out button
 * on that page. A class of the document shows those of this visitor.
 */
function VisitorLinks({ page }: { page: PageName }) {
  const { t } = useSite();
  const { guard, path } = routes[page];
  if (guard === 'session') {
    return (
      <button type="button" className="log-in log-out">
        {t('header.logOut')}
      </button>
    );
  }
  return (
    <>
      {isForTeachers(path) ? (
        <details className="parents for-guests">
          <summary className="log-in">{t('header.forParents')}</summary>
          <div>
            <GuestLinks page={page} />
          </div>
        </details>
      ) : (
        <div className="guest for-guests">
          <GuestLinks page={page} />
        </div>
      )}
      {guard === 'anyone' && (
        <SiteLink to="dashboard" className="log-in for-members">
          {t('header.yourAccount')}
        </SiteLink>
      )}
    </>
  );
}

/** The top of every page. */
export function Header({ page }: { page: PageName }) {
  return (
    <header className="top">
      <div className="wrap">
        <Logo page={page} />
        {page === 'home' && <SectionLinks />}
        <div className="top-end">
          <LanguageBar />
          <VisitorLinks page={page} />
        </div>
      </div>
      <NoticeBar />
    </header>
  );
}

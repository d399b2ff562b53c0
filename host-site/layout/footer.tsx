import { type FooterLink, footers } from '../content/site-links.ts';
import { useSite } from '../site-context.ts';
import { LegalLink } from './legal-link.tsx';
import { Logo } from './logo.tsx';
import { SiteLink } from './site-link.tsx';

/** Opens the banner again (script/consent.ts), so that a consent is as easy to withdraw as to give. */
function CookieChoices() {
  const { t } = useSite();
  return (
    <button type="button" id="cookie-choices" className="cookie-choices">
      {t('consent.again')}
    </button>
  );
}

function Way({ link }: { link: FooterLink }) {
  const { t } = useSite();
  if ('opens' in link) return <CookieChoices />;
  if ('legal' in link) return <LegalLink page={link.legal}>{t(link.label)}</LegalLink>;
  if ('href' in link) return <a href={link.href}>{t(link.label)}</a>;
  return (
    <SiteLink to={link.to} query={link.query}>
      {t(link.label)}
    </SiteLink>
  );
}

/**
 * The standard footer, or that of the teachers' area (product-spec.md#2-screens-and-routes). Widgets have no footer.
 */
export function Footer({ area }: { area: keyof typeof footers }) {
  const { t } = useSite();
  const { about, columns } = footers[area];
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot-columns">
          <div>
            <Logo />
            <p>{t(about)}</p>
          </div>
          {columns.map(({ heading, links }) => (
            <div key={heading}>
              <h2>{t(heading)}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.label}>
                    <Way link={link} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="foot-base">
          <span>{t('footer.copyright')}</span>
          <span>{t('footer.languages')}</span>
        </div>
      </div>
    </footer>
  );
}

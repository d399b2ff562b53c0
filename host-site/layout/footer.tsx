import { footerColumns } from '../content/site-links.ts';
import { useSite } from '../site-context.ts';
import { Logo } from './logo.tsx';

/** The standard footer (spec section 2); widgets have none. */
export function Footer() {
  const { t } = useSite();
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot-columns">
          <div>
            <Logo />
            <p>{t('footer.about')}</p>
          </div>
          {footerColumns.map(({ heading, links }) => (
            <div key={heading}>
              <h2>{t(heading)}</h2>
              <ul>
                {links.map(({ label, href }) => (
                  <li key={label}>
                    <a href={href}>{t(label)}</a>
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

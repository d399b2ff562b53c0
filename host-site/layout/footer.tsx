import { Logo } from './header.tsx';
import { type Destination, LegalLink, SiteLink } from './site-link.tsx';
import { useSite } from '../site-context.ts';
import { brand } from '../../src/config/brand.ts';
import type { LegalPage } from '../../src/config/links.ts';
import { storeLinks } from '../../src/config/store-links.ts';

type FooterLink =
  | { label: string; href: string }
  | { label: string; legal: LegalPage }
  | { label: string; to: Destination; query?: Record<string, string> }
  | { label: string; opens: 'cookie-choices' };
type Column = { heading: string; links: readonly FooterLink[] };
type Footer = { about: string; columns: readonly Column[] };

const page = (path: string): string => `https://${brand.domain}/${path}`;

const contact = { label: 'footer.company.contact', href: `mailto:${brand.supportEmail}` };
/** Testimonials of families about the game. */
export const testimonialsUrl = page('testimonials');
const testimonials = { label: 'footer.company.testimonials', href: testimonialsUrl };
const legal: Column = {
  heading: 'footer.legal.heading',
  links: [
    { label: 'footer.legal.terms', legal: 'terms' },
    { label: 'footer.legal.privacy', legal: 'privacy' },
    { label: 'footer.legal.cancel', to: 'cancel' },
    { label: 'footer.legal.withdraw', to: 'cancel' },
    { label: 'consent.again', opens: 'cookie-choices' },
  ],
};
const social = {
  heading: 'footer.social.heading',
  links: [
    { label: 'footer.social.instagram', href: page('instagram') },
    { label: 'footer.social.youTube', href: page('youtube') },
    { label: 'footer.social.facebook', href: page('facebook') },
  ],
};

/**
 * The links of the footers. `href` is used for pages outside the portal, each on its own domain, which may redirect (to
 * a store, to a social network). Headings and labels are keys in `locales/<lang>/site.json`.
 */
const footers: Record<'families' | 'teachers', Footer> = {
  families: {
    about: 'footer.about',
    columns: [
      {
        heading: 'footer.company.heading',
        links: [
          { label: 'footer.company.aboutUs', href: page('about') },
          testimonials,
          contact,
          { label: 'footer.company.pressKits', href: page('press') },
        ],
      },
      {
        heading: 'footer.apps.heading',
        links: [
          { label: 'footer.apps.appStore', href: storeLinks.appStore },
          { label: 'footer.apps.googlePlay', href: storeLinks.googlePlay },
          { label: 'footer.schoolZone.heading', to: 'teacherSignUp' },
        ],
      },
      legal,
      social,
    ],
  },
  teachers: {
    about: 'footer.schoolZone.about',
    columns: [
      {
        heading: 'footer.schoolZone.heading',
        links: [
          { label: 'footer.schoolZone.create', to: 'teacherSignUp', query: { mode: 'create' } },
          { label: 'footer.schoolZone.update', to: 'teacherSignUp', query: { mode: 'update' } },
          contact,
        ],
      },
      {
        heading: 'footer.families.heading',
        links: [{ label: 'header.forParents', to: 'home' }, testimonials],
      },
      legal,
      social,
    ],
  },
};

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

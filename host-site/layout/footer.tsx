import { type Destination, LegalLink, SiteLink } from './site-link.tsx';
import { type PageName, useSite } from '../site-context.ts';
import { brand } from '../../src/config/brand.ts';
import type { LegalPage } from '../../src/config/links.ts';
import { storeLinks } from '../../src/config/store-links.ts';
import { isForTeachers, routes } from '../../src/contracts/routes.ts';

type FooterLink =
  | { label: string; href: string }
  | { label: string; legal: LegalPage }
  | { label: string; to: Destination; query?: Record<string, string> }
  | { label: string; opens: 'cookie-choices' };
type Column = { heading: string; links: readonly FooterLink[] };

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
    { label: 'footer.legal.cancel', to: 'cancel', query: { mode: 'cancellation' } },
    { label: 'footer.legal.withdraw', to: 'cancel', query: { mode: 'withdrawal' } },
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
const footers: Record<'families' | 'teachers', readonly Column[]> = {
  families: [
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
  teachers: [
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
};

function Way({ link }: { link: FooterLink }) {
  const { t } = useSite();
  const label = t(link.label);
  if ('legal' in link) return <LegalLink page={link.legal}>{label}</LegalLink>;
  if ('href' in link) return <a href={link.href}>{label}</a>;
  if ('to' in link) {
    return (
      <SiteLink to={link.to} query={link.query}>
        {label}
      </SiteLink>
    );
  }
  // Opens the banner again (script/consent.ts), so that a consent is as easy to withdraw as to give.
  return (
    <button type="button" id="cookie-choices">
      {label}
    </button>
  );
}

function Links({ links }: { links: readonly FooterLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.label}>
          <Way link={link} />
        </li>
      ))}
    </ul>
  );
}

/** Pages where somebody works. Their footer is one line. */
const workPages: readonly PageName[] = ['dashboard', 'classroom', 'levels'];

/**
 * The standard footer, or that of the teachers' area (product-spec.md#2-screens-and-routes). Widgets have no footer.
 */
export function Footer({ page }: { page: PageName }) {
  const { t } = useSite();
  const columns = footers[isForTeachers(routes[page].path) ? 'teachers' : 'families'];
  return (
    <footer className="foot">
      <div className="wrap">
        {workPages.includes(page) ? (
          <Links links={[contact, ...legal.links]} />
        ) : (
          columns.map(({ heading, links }) => (
            <div key={heading}>
              <h2>{t(heading)}</h2>
              <Links links={links} />
            </div>
          ))
        )}
        <p>{t('footer.copyright')}</p>
      </div>
    </footer>
  );
}

import { brand } from '../../src/config/brand.ts';
import type { LegalPage } from '../../src/config/legal-links.ts';
import { storeLinks } from '../../src/config/store-links.ts';
import type { Destination } from '../layout/site-link.tsx';

export type FooterLink =
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
export const footers: Record<'families' | 'teachers', Footer> = {
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

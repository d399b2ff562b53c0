import { brand } from '../../src/config/brand.ts';
import { storeLinks } from '../../src/config/store-links.ts';

const page = (path: string): string => `https://${brand.domain}/${path}`;

/**
 * Where the footer leads: pages that the brand keeps outside the portal, each on its own domain, which may redirect
 * (to a store, to a social network). `heading` and `label` name words in `locales/<lang>/site.json`.
 */
export const footerColumns = [
  {
    heading: 'footer.company.heading',
    links: [
      { label: 'footer.company.aboutUs', href: page('about') },
      { label: 'footer.company.testimonials', href: page('testimonials') },
      { label: 'footer.company.contact', href: `mailto:${brand.supportEmail}` },
      { label: 'footer.company.pressKits', href: page('press') },
    ],
  },
  {
    heading: 'footer.apps.heading',
    links: [
      { label: 'footer.apps.appStore', href: storeLinks.appStore },
      { label: 'footer.apps.googlePlay', href: storeLinks.googlePlay },
    ],
  },
  {
    heading: 'footer.legal.heading',
    links: [
      { label: 'footer.legal.terms', href: brand.termsUrl },
      { label: 'footer.legal.privacy', href: brand.privacyUrl },
    ],
  },
  {
    heading: 'footer.social.heading',
    links: [
      { label: 'footer.social.instagram', href: page('instagram') },
      { label: 'footer.social.youTube', href: page('youtube') },
      { label: 'footer.social.facebook', href: page('facebook') },
    ],
  },
] as const;

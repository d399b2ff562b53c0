import { Children, type ReactNode } from 'react';
import { LegalLink, SiteLink } from './site-link.tsx';
import { type PageName, useSite } from '../site-context.ts';
import { brand } from '../../src/config/brand.ts';
import { storeLinks } from '../../src/config/store-links.ts';
import { isForTeachers, routes } from '../../src/contracts/routes.ts';

/** Returns the address of a page outside the portal, which may redirect to a store or to a social network. */
const outside = (path: string): string => `https://${brand.domain}/${path}`;

/** Testimonials of families about the game. */
export const testimonialsUrl = outside('testimonials');

/** The pages are rendered by the build. */
const buildYear = new Date().getFullYear();

function Links({ children }: { children: ReactNode }) {
  return (
    <ul>
      {Children.map(children, (link) => (
        <li>{link}</li>
      ))}
    </ul>
  );
}

function Column({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div>
      <h2>{heading}</h2>
      <Links>{children}</Links>
    </div>
  );
}

/** Pages where a person works, or has just paid or leaves. Their footer is one line. */
const workPages: readonly PageName[] = ['dashboard', 'cancel', 'deleteAccount', 'classroom', 'levels'];

/** The footer, or that of the teachers' area (product-spec.md#2-screens-and-routes). Widgets have none. */
export function Footer({ page }: { page: PageName }) {
  const { t } = useSite();
  const contact = <a href={`mailto:${brand.supportEmail}`}>{t('footer.company.contact')}</a>;
  const testimonials = <a href={testimonialsUrl}>{t('footer.company.testimonials')}</a>;
  const legal = [
    <LegalLink key="terms" page="terms">
      {t('footer.legal.terms')}
    </LegalLink>,
    <LegalLink key="privacy" page="privacy">
      {t('footer.legal.privacy')}
    </LegalLink>,
    <SiteLink key="cancel" to="cancel" query={{ mode: 'cancellation' }}>
      {t('footer.legal.cancel')}
    </SiteLink>,
    <SiteLink key="withdraw" to="cancel" query={{ mode: 'withdrawal' }}>
      {t('footer.legal.withdraw')}
    </SiteLink>,
    // Opens the banner again (script/consent.ts), so that a consent is as easy to withdraw as to give.
    <button key="cookies" type="button" id="cookie-choices">
      {t('consent.again')}
    </button>,
  ];
  const families = (
    <>
      <Column heading={t('footer.company.heading')}>
        <a href={outside('about')}>{t('footer.company.aboutUs')}</a>
        {testimonials}
        {contact}
        <a href={outside('press')}>{t('footer.company.pressKits')}</a>
      </Column>
      <Column heading={t('footer.apps.heading')}>
        <a href={storeLinks.appStore}>{t('footer.apps.appStore')}</a>
        <a href={storeLinks.googlePlay}>{t('footer.apps.googlePlay')}</a>
        <SiteLink to="teacherSignUp">{t('footer.schoolZone.heading')}</SiteLink>
      </Column>
    </>
  );
  const teachers = (
    <>
      <Column heading={t('footer.schoolZone.heading')}>
        <SiteLink to="teacherSignUp" query={{ mode: 'create' }}>
          {t('footer.schoolZone.create')}
        </SiteLink>
        <SiteLink to="teacherSignUp" query={{ mode: 'update' }}>
          {t('footer.schoolZone.update')}
        </SiteLink>
        {contact}
      </Column>
      <Column heading={t('footer.families.heading')}>
        <SiteLink to="home">{t('header.forParents')}</SiteLink>
        {testimonials}
      </Column>
    </>
  );
  const columns = (
    <>
      {isForTeachers(routes[page].path) ? teachers : families}
      <Column heading={t('footer.legal.heading')}>{legal}</Column>
      <Column heading={t('footer.social.heading')}>
        <a href={outside('instagram')}>{t('footer.social.instagram')}</a>
        <a href={outside('youtube')}>{t('footer.social.youTube')}</a>
        <a href={outside('facebook')}>{t('footer.social.facebook')}</a>
      </Column>
    </>
  );
  const oneLine = (
    <Links>
      {contact}
      {legal}
    </Links>
  );
  return (
    <footer className="foot">
      <div className="wrap">
        {workPages.includes(page) ? oneLine : columns}
        <p>{t('footer.copyright', { year: buildYear })}</p>
      </div>
    </footer>
  );
}

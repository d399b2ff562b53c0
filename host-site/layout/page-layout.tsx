import type { ComponentType } from 'react';
import { type PageName, useSite } from '../site-context.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** Pages that place the consent banner themselves, after their form: a card at the edge would cover what is at work. */
const bannerPlacers: readonly PageName[] = [
  'signIn',
  'signUp',
  'resetPassword',
  'cancel',
  'deleteAccount',
  'teacherSignUp',
  'teacherSignUpSuccess',
  'classroom',
  'classroomUpdate',
];

type PageFile = { Page: ComponentType };
const files = import.meta.glob<PageFile>(['../pages/*.tsx', '!**/*.test.tsx'], { eager: true });

/** Returns the file of a page. It has the name of the route, so that a new page is a file and a row of the routes. */
const fileOf = (page: PageName): PageFile => {
  const name = page.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = files[`../pages/${name}.tsx`];
  if (file === undefined) throw new Error(`The route "${page}" needs host-site/pages/${name}.tsx, which exports Page`);
  return file;
};

/** Renders a page with the frame around it. It is the same for every visitor: no session, no query. */
export function PageLayout({ page }: { page: PageName }) {
  const { t } = useSite();
  const { Page } = fileOf(page);
  return (
    <>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {!bannerPlacers.includes(page) && <ConsentBanner />}
      <Header page={page} />
      <main id="main">
        <Page />
      </main>
      <Footer page={page} />
    </>
  );
}

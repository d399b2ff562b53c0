import { useState } from 'react';
import { teacherFormModes } from '../../../src/contracts/elements.ts';
import { studentsMaximum } from '../../../src/contracts/school-zone.ts';
import classArt from '../../art/class.svg';
import { ConsentBanner } from '../../consent/consent-banner.tsx';
import { Art } from '../../layout/art.tsx';
import { BenefitList } from '../../layout/benefit-list.tsx';
import { LoadingFallback } from '../../layout/loading-fallback.tsx';
import { PageHeading } from '../../layout/page-heading.tsx';
import { usePageView } from '../../page-view.ts';
import { carriedQuery } from '../../routing/address.ts';
import { pageAfterSuccess } from '../../routing/after-success.ts';
import { navigate, replaceQuery } from '../../routing/navigation.ts';
import { storeTyped, restoreTyped } from '../../routing/typed-sign-up.ts';
import { useSite } from '../../site-context.ts';
import { GuideAndReviews } from './guide-and-reviews.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Usefulness } from './usefulness.tsx';

const promises = ['mail', 'codes', 'packages'];

/** Updates the address when the visitor opens the other form inside the tag, so that links, Back and a reload work. */
const followMode = (tag: HTMLElement | null) => {
  if (tag === null) return undefined;
  const follow = () => {
    const mode = tag.getAttribute('mode');
    if (mode !== null) replaceQuery(carriedQuery(location.search, { mode }));
  };
  const observer = new MutationObserver(follow);
  observer.observe(tag, { attributeFilter: ['mode'] });
  return () => observer.disconnect();
};

/**
 * The teachers' front page (product-spec.md#2-screens-and-routes): the benefits, the price (free) and the form on one
 * screen.
 */
export function TeacherSignUpPage() {
  const { t, language, search } = useSite();
  usePageView('/schoolzone/teacher/signup', { located: true });
  const asked = new URLSearchParams(search).get('mode');
  const mode = teacherFormModes.find((known) => known === asked);
  const [ready, setReady] = useState(false);
  return (
    <>
      <div className="teach">
        <div className="wrap">
          <div className="teach-say">
            <p className="teach-free">{t('teacherSignUp.free')}</p>
            <PageHeading text={t('teacherSignUp.heading')} lead={t('teacherSignUp.lead')} />
          </div>
          <div className="teach-form">
            <div className={ready && (mode ?? 'create') === 'create' ? undefined : 'room-teacher-sign-up'}>
              <maths-teacher-sign-up
                ref={followMode}
                lang={language}
                mode={mode}
                suppressHydrationWarning
                onready={({ currentTarget }) => {
                  setReady(true);
                  restoreTyped(currentTarget);
                }}
                onauth-success={({ currentTarget }) => {
                  storeTyped(currentTarget);
                  navigate(pageAfterSuccess['maths-teacher-sign-up']);
                }}
              >
                <LoadingFallback />
              </maths-teacher-sign-up>
            </div>
            <ConsentBanner afterForm />
          </div>
          <div className="teach-more">
            <BenefitList
              benefits={promises.map((name) => ({
                title: t(`teacherSignUp.promises.${name}`, { students: studentsMaximum }),
              }))}
            />
            <Art src={classArt} width={480} height={346} />
          </div>
        </div>
      </div>
      <HowItWorks />
      <Usefulness />
      <GuideAndReviews />
    </>
  );
}

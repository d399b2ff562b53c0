import { studentsMaximum } from '../../src/contracts/school-zone.ts';
import classArt from '../art/class.svg';
import { Art } from '../layout/art.tsx';
import { BenefitList } from '../layout/benefit-list.tsx';
import { ConsentBanner } from '../layout/consent-banner.tsx';
import { LoadingFallback } from '../layout/loading-fallback.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { useSite } from '../site-context.ts';
import { GuideAndReviews } from './teacher-sign-up/guide-and-reviews.tsx';
import { HowItWorks } from './teacher-sign-up/how-it-works.tsx';
import { Usefulness } from './teacher-sign-up/usefulness.tsx';

const promises = ['mail', 'codes', 'packages'];

export const placesConsent = true;

/**
 * The teachers' front page (product-spec.md#2-screens-and-routes): the benefits, the price (free) and the form on one
 * screen.
 */
export function Page() {
  const { t } = useSite();
  return (
    <>
      <div className="teach">
        <div className="wrap">
          <div className="teach-say">
            <p className="teach-free">{t('teacherSignUp.free')}</p>
            <PageHeading text={t('teacherSignUp.heading')} lead={t('teacherSignUp.lead')} />
          </div>
          <div className="teach-form">
            <div className="room-teacher-sign-up">
              <maths-teacher-sign-up>
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

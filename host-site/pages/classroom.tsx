import emptyState from '../art/empty-state.svg';
import { Art, LoadingFallback } from '../layout/content.tsx';
import { ConsentBanner } from '../layout/consent-banner.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { useSite } from '../site-context.ts';

/** A class's progress. The tag renders the name, because title, links and events must not contain it. */
export function Page() {
  const { t } = useSite();
  return (
    <div className="class">
      <div className="wrap">
        <div className="room room-classroom">
          <maths-classroom>
            <p slot="art" data-missing="" hidden>
              <SiteLink to="teacherSignUp" query={{ mode: 'link' }} className="maths-button maths-button-line">
                {t('classroomMissing')}
              </SiteLink>
            </p>
            <Art slot="art" src={emptyState} width={400} height={260} />
            <noscript>
              <h1>{t('classroomHeading')}</h1>
            </noscript>
            <LoadingFallback />
          </maths-classroom>
        </div>
        <ConsentBanner afterForm />
      </div>
    </div>
  );
}

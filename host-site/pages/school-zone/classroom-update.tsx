import { ConsentBanner } from '../../consent/consent-banner.tsx';
import { Late } from '../../layout/late.tsx';
import { PageHeading } from '../../layout/page-heading.tsx';
import { handOverSecret } from '../../routing/hand-over.ts';
import { useSite } from '../../site-context.ts';

const handOver = handOverSecret('classroomUpdate');

/** What a mailed link would change in a classroom, and the button that does it. */
export function ClassroomUpdatePage() {
  const { t, language } = useSite();
  return (
    <div className="wrap narrow">
      <PageHeading text={t('classroomUpdate.heading')} />
      <div className="room room-classroom-update">
        <maths-classroom-update lang={language} ref={handOver}>
          <Late />
        </maths-classroom-update>
      </div>
      <ConsentBanner afterForm />
    </div>
  );
}

import classArt from '../art/class.svg';
import { BenefitList, LoadingFallback, PageHeading, Split } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

const advice = ['button', 'progress'];

export const placesConsent = true;

/** Shows the change of a classroom behind a mailed link, and the button that applies it. */
export function Page() {
  const { t } = useSite();
  return (
    <Split
      form={
        <>
          <PageHeading text={t('classroomUpdate.heading')} />
          <div className="room room-classroom-update">
            <maths-classroom-update>
              <LoadingFallback />
            </maths-classroom-update>
          </div>
        </>
      }
      asideHeading={t('classroomUpdate.advice.heading')}
      aside={
        <BenefitList
          benefits={advice.map((name) => ({
            title: t(`classroomUpdate.advice.${name}.title`),
            text: t(`classroomUpdate.advice.${name}.text`),
          }))}
        />
      }
      art={{ src: classArt, width: 480, height: 346 }}
    />
  );
}

import classArt from '../../art/class.svg';
import { BenefitList } from '../../layout/benefit-list.tsx';
import { Late } from '../../layout/late.tsx';
import { PageHeading } from '../../layout/page-heading.tsx';
import { Split } from '../../layout/split.tsx';
import { handOverSecret } from '../../routing/hand-over.ts';
import { useSite } from '../../site-context.ts';

const handOver = handOverSecret('classroomUpdate');
const advice = ['button', 'progress', 'stranger'];

/** What a mailed link would change in a classroom, and the button that does it. */
export function ClassroomUpdatePage() {
  const { t, language } = useSite();
  return (
    <Split
      form={
        <>
          <PageHeading text={t('classroomUpdate.heading')} />
          <div className="room room-classroom-update">
            <maths-classroom-update lang={language} ref={handOver}>
              <Late />
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

import { BenefitList } from '../../layout/benefit-list.tsx';
import { useSite } from '../../site-context.ts';
import { SampleTable } from './sample-table.tsx';

const uses = ['gap', 'groups', 'marking', 'takeAway'];

/** The benefits of the classroom page, next to a picture of it. */
export function Usefulness() {
  const { t } = useSite();
  return (
    <section className="chapter chapter-tint" aria-labelledby="usefulness">
      <div className="wrap two">
        <div>
          <h2 id="usefulness">{t('usefulness.heading')}</h2>
          <BenefitList
            benefits={uses.map((name) => ({
              title: t(`usefulness.${name}.title`),
              text: t(`usefulness.${name}.text`),
            }))}
          />
        </div>
        <SampleTable />
      </div>
    </section>
  );
}

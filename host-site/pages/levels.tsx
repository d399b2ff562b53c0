import { Late } from '../layout/late.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { useSite } from '../site-context.ts';

/** 'UGC Dev Tools' (spec section 2): for people of the house, so nothing links here and no search engine shows it. */
export function LevelsPage() {
  const { t, language } = useSite();
  return (
    <div className="levels">
      <div className="wrap">
        <PageHeading text={t('levels.heading')} lead={t('levels.lead')} />
        <div className="room room-levels">
          <maths-levels lang={language}>
            <Late />
          </maths-levels>
        </div>
      </div>
    </div>
  );
}

import { studentsMaximum } from '../../../src/contracts/school-zone.ts';
import classArt from '../../art/class.svg';
import { Art } from '../../layout/art.tsx';
import { SiteLink } from '../../layout/site-link.tsx';
import { useSite } from '../../site-context.ts';
import { Icon } from '../../layout/icon.tsx';

/** A link for parents who are teachers. */
export function SchoolZoneBand() {
  const { t } = useSite();
  return (
    <section className="chapter" aria-labelledby="school-heading">
      <div className="wrap school">
        <Art src={classArt} width={480} height={346} loads="lazy" />
        <div>
          <h2 id="school-heading">{t('home.school.heading')}</h2>
          <p className="lead">{t('home.school.text', { students: studentsMaximum })}</p>
          <SiteLink to="teacherSignUp" className="button button-large button-soft">
            {t('home.school.see')}
            <Icon name="arrow" />
          </SiteLink>
        </div>
      </div>
    </section>
  );
}

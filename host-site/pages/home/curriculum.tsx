import { curriculumShelf, type ShelfPackage } from '../../content/curriculum-shelf.ts';
import { Art } from '../../layout/art.tsx';
import { useSite } from '../../site-context.ts';

function PackageCard({ id, label, art, concepts, levels }: ShelfPackage) {
  const { t } = useSite();
  return (
    <li>
      {art !== undefined && <Art src={art} width={320} height={220} loads="lazy" />}
      <div>
        <h3>{label}</h3>
        <p className="soft">{t(`home.curriculum.${id}`)}</p>
      </div>
      <details>
        <summary>{t('home.curriculum.contents', { concepts: concepts.length, levels })}</summary>
        <ul>
          {concepts.map((concept) => (
            <li key={concept}>{concept}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** The packages with the game's own names and counts, as on the teachers' pages. */
export function Curriculum() {
  const { t, language } = useSite();
  const shelf = curriculumShelf(language);
  const levels = shelf.reduce((sum, one) => sum + one.levels, 0);
  const concepts = shelf.reduce((sum, one) => sum + one.concepts.length, 0);
  return (
    <section className="chapter" id="curriculum" aria-labelledby="curriculum-heading">
      <div className="wrap">
        <div className="chapter-head">
          <h2 id="curriculum-heading">{t('home.curriculum.heading')}</h2>
          <p className="lead">{t('home.curriculum.lead', { levels, concepts })}</p>
        </div>
        <ul className="shelf">
          {shelf.map((one) => (
            <PackageCard key={one.id} {...one} />
          ))}
        </ul>
      </div>
    </section>
  );
}

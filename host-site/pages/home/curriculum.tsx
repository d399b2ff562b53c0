import { curriculumShelf } from '../../content/curriculum-shelf.ts';
import { Art } from '../../layout/art.tsx';
import { useSite } from '../../site-context.ts';

/** The shelf of packages: the game's own names and counts, as the teachers' pages have them. */
export function Curriculum() {
  const { t, language } = useSite();
  const shelf = curriculumShelf(language);
  const total = (part: 'levels' | 'concepts') => shelf.reduce((sum, one) => sum + one[part], 0);
  return (
    <section className="chapter" id="curriculum" aria-labelledby="curriculum-heading">
      <div className="wrap">
        <div className="chapter-head">
          <h2 id="curriculum-heading">{t('home.curriculum.heading')}</h2>
          <p className="lead">{t('home.curriculum.lead', { levels: total('levels'), concepts: total('concepts') })}</p>
        </div>
        <ul className="shelf">
          {shelf.map(({ id, label, art, levels, concepts }) => (
            <li key={id}>
              {art !== undefined && <Art src={art} width={320} height={220} loads="lazy" />}
              <div>
                <h3>{label}</h3>
                <p className="soft">{t(`home.curriculum.${id}`)}</p>
                <p className="shelf-contents">{t('home.curriculum.contents', { levels, concepts })}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

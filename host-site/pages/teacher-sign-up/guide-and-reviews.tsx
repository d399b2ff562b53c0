import { teacherReviews } from '../../content/teacher-reviews.ts';
import { useSite } from '../../site-context.ts';

/** The steps of a first lesson. Their texts are `guide.<name>` in `locales/<lang>/site.json`. */
const guideSteps = ['prepare', 'show', 'enter', 'play', 'compare', 'look'] as const;

/** The guide to a first lesson, which is the only part of the page that is printed, and reviews by teachers. */
export function GuideAndReviews() {
  const { t } = useSite();
  return (
    <section className="chapter" aria-labelledby="guide-and-reviews">
      <div className="wrap">
        <h2 id="guide-and-reviews">{t('guideAndReviews.heading')}</h2>
        <div className="guide-and-reviews">
          <div className="guide">
            <h3>{t('guide.title')}</h3>
            <ol>
              {guideSteps.map((name) => (
                <li key={name}>
                  <b>{t(`guide.${name}.when`)}</b>
                  <span>{t(`guide.${name}.what`)}</span>
                </li>
              ))}
            </ol>
            <button type="button" className="button button-paper" data-print="">
              {t('guide.print')}
            </button>
          </div>
          {teacherReviews.map(({ name, sample }) => (
            <figure key={name} className="card review">
              {sample && <p className="review-sample">{t('reviews.sample')}</p>}
              <blockquote>{t(`reviews.${name}.quote`)}</blockquote>
              <figcaption>{t(`reviews.${name}.by`)}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}

import { storeLinks } from '../../../src/config/store-links.ts';
import rise from '../../art/score-rise.svg';
import { testimonialsUrl } from '../../content/site-links.ts';
import { Art } from '../../layout/art.tsx';
import { useSite } from '../../site-context.ts';

/** The banner that leads to testimonials and to the app (product-spec.md#2-screens-and-routes). */
export function DidYouKnow() {
  const { t } = useSite();
  return (
    <section className="know" aria-labelledby="know-heading">
      <div className="wrap">
        <Art src={rise} width={220} height={210} loads="lazy" />
        <div>
          <p className="know-question">{t('home.didYouKnow.question')}</p>
          <h2 id="know-heading">{t('home.didYouKnow.heading')}</h2>
          <div className="know-links">
            <a className="button button-line" href={testimonialsUrl}>
              {t('home.didYouKnow.testimonials')}
            </a>
            <a className="button button-ink" href={storeLinks.appStore}>
              {t('home.didYouKnow.appStore')}
            </a>
            <a className="button button-ink" href={storeLinks.googlePlay}>
              {t('home.didYouKnow.googlePlay')}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}

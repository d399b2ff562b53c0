import hero from '../../art/hero.svg';
import { priceLineMark } from '../../../src/contracts/pages.ts';
import { Art } from '../../layout/art.tsx';
import { PageHeading } from '../../layout/page-heading.tsx';
import { SiteLink } from '../../layout/site-link.tsx';
import { useSite } from '../../site-context.ts';
import { RichText } from '../../../src/ui/rich-text.tsx';
import { Icon } from '../../layout/icon.tsx';

// Phones show the right part of the scene only. The left part is free of details, because the text is above it.
const phoneScene = `${hero}#svgView(viewBox(590,8,800,690))`;

/** No line ends after the hyphen of "7-day", also on a phone of 320 px. */
const oneLine = { line: (words: string) => <span className="one-line">{words}</span> };

/** The first section: what the product is, for whom, and the only primary button of the page. */
export function Hero() {
  const { t } = useSite();
  return (
    <div className="hero">
      <div className="wrap">
        <div className="hero-say">
          <PageHeading text={t('home.heading')} lead={t('home.lead')} />
          <SiteLink to="signUp" className="button button-sun">
            {/* One box, because the button is a flex container, which removes the spaces beside the mark. */}
            <span>
              <RichText text={t('home.start')} marks={oneLine} />
            </span>
          </SiteLink>
          <p className="price-line">{priceLineMark}</p>
          <ul className="sure">
            <li>
              <Icon name="check" />
              {t('home.children')}
            </li>
            <li>
              <Icon name="check" />
              {t('home.cancel')}
            </li>
          </ul>
        </div>
      </div>
      <picture>
        <source media="(max-width: 900px)" srcSet={phoneScene} width="800" height="690" />
        <Art className="scene" src={hero} width={4000} height={720} loads="first" />
      </picture>
    </div>
  );
}

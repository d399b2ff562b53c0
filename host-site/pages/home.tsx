import hero from '../art/hero.svg';
import { Art } from '../layout/art.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { Tick } from '../layout/tick.tsx';
import { usePageView } from '../page-view.ts';
import { useSite } from '../site-context.ts';

const facts = ['challenges', 'score', 'trial'];
// Phones show the right part of the scene only; the left is kept quiet for the text.
const phoneScene = `${hero}#svgView(viewBox(590,8,800,690))`;

/** The parents' front page: one thing to do, and a way back in. */
export function HomePage() {
  const { t } = useSite();
  usePageView('/');
  return (
    <>
      <div className="hero">
        <div className="wrap">
          <div className="hero-say">
            <PageHeading text={t('home.heading')} lead={t('home.lead')} />
            <SiteLink to="signUp" className="button button-sun">
              {t('home.start')}
            </SiteLink>
            <p className="hero-account">
              {t('home.haveAccount')} <SiteLink to="signIn">{t('home.logIn')}</SiteLink>
            </p>
            <ul className="sure">
              <li>
                <Tick /> {t('home.children')}
              </li>
              <li>
                <Tick /> {t('home.cancel')}
              </li>
            </ul>
          </div>
        </div>
        <picture>
          <source media="(max-width: 900px)" srcSet={phoneScene} width="800" height="690" />
          <Art className="scene" src={hero} width={1440} height={720} />
        </picture>
      </div>
      <section className="wrap" aria-label={t('home.facts')}>
        <ul className="facts">
          {facts.map((name) => (
            <li key={name}>
              <b>{t(`home.${name}.value`)}</b>
              {t(`home.${name}.label`)}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

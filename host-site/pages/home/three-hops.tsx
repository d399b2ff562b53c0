import ready from '../../art/friend-ready.svg';
import { Art } from '../../layout/art.tsx';
import { useSite } from '../../site-context.ts';

const hops = ['account', 'app', 'play'];

/** Three steps from sign-up to playing, shown as hops on a number line. */
export function ThreeHops() {
  const { t } = useSite();
  return (
    <section className="chapter" id="how-it-works" aria-labelledby="hops-heading">
      <div className="wrap">
        <h2 id="hops-heading">{t('home.hops.heading')}</h2>
        <div className="hops">
          <svg className="hop-arcs" viewBox="0 0 300 66" preserveAspectRatio="none" aria-hidden="true">
            <path d="M3 58Q50-46 97 58M103 58Q150-46 197 58M203 58Q250-46 297 58" />
          </svg>
          <div className="hop-start">
            <Art src={ready} width={120} height={106} loads="lazy" />
            <p className="soft">{t('home.hops.start')}</p>
          </div>
          <ol>
            {hops.map((name) => (
              <li key={name}>
                <h3>{t(`home.hops.${name}.title`)}</h3>
                <p className="soft">{t(`home.hops.${name}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

import level from '../../art/level.svg';
import { Art } from '../../layout/art.tsx';
import { useSite } from '../../site-context.ts';
import { Icon } from '../../layout/icon.tsx';

const reasons = [
  { name: 'understanding', icon: 'hand', hue: 'coral' },
  { name: 'smallSteps', icon: 'stairs', hue: 'mint' },
  { name: 'game', icon: 'controller', hue: 'sky' },
] as const;

/** Explains how the game teaches differently, next to a level in which a bar is divided into halves and quarters. */
export function WhyItWorks() {
  const { t } = useSite();
  return (
    <section className="chapter chapter-tint" aria-labelledby="why-heading">
      <div className="wrap why">
        <figure>
          <Art src={level} width={640} height={520} loads="lazy" />
          <figcaption>{t('home.why.picture')}</figcaption>
        </figure>
        <div>
          <h2 id="why-heading">{t('home.why.heading')}</h2>
          <ul className="reasons">
            {reasons.map(({ name, icon, hue }) => (
              <li key={name}>
                <span className={`reason-icon hue-${hue}`}>
                  <Icon name={icon} />
                </span>
                <div>
                  <h3>{t(`home.why.${name}.title`)}</h3>
                  <p className="soft">{t(`home.why.${name}.text`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

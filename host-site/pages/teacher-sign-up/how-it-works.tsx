import look from '../../art/package-multiplication.svg';
import play from '../../art/package-number-lines.svg';
import code from '../../art/package-small-numbers.svg';
import { Art } from '../../layout/art.tsx';
import { useSite } from '../../site-context.ts';

const steps = [
  { name: 'code', art: code },
  { name: 'play', art: play },
  { name: 'look', art: look },
];

/** Three steps from the form to the first lesson. */
export function HowItWorks() {
  const { t } = useSite();
  return (
    <section className="chapter" aria-labelledby="how-it-works">
      <div className="wrap">
        <h2 id="how-it-works">{t('howItWorks.heading')}</h2>
        <ol className="three">
          {steps.map(({ name, art }) => (
            <li key={name} className="card">
              <Art src={art} width={320} height={220} />
              <h3>{t(`howItWorks.${name}.title`)}</h3>
              <p className="soft">{t(`howItWorks.${name}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

import { memo } from 'react';
import type { Translate } from '../../i18n/translate.ts';

const steps = ['none', 'quarter', 'half', 'most', 'nearly', 'all'] as const;

/** The legend for the colours of the cells. The cells contain numbers too. */
export const HeatKey = memo(function HeatKey({ t }: { t: Translate }) {
  return (
    <p className="maths-key">
      <span>{t('key.label')}</span>
      {steps.map((step, heat) => (
        <span key={step}>
          <i className={`maths-swatch maths-heat-${heat}`} />
          {t(`key.${step}`)}
        </span>
      ))}
    </p>
  );
});

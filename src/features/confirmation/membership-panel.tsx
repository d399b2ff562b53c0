import type { Language } from '../../contracts/language.ts';
import { readableDate } from '../../i18n/date.ts';
import type { Translate } from '../../i18n/translate.ts';
import { SuccessIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Membership } from './membership.ts';

export type MembershipPanelProps = {
  t: Translate;
  language: Language;
  /** null while it is loading. */
  membership: Membership | null;
};

/** Shows the result of the purchase. It is announced when it is known, and its space is reserved. */
export function MembershipPanel({ t, language, membership }: MembershipPanelProps) {
  if (membership === null) {
    return (
      <div className="maths-membership">
        <Skeleton label={t('membership.looking')} lines={2} />
      </div>
    );
  }
  const text = (): string => {
    if (membership.kind !== 'trial') return t(`membership.${membership.kind}.text`);
    const { until } = membership;
    return until === null
      ? t('membership.trial.open')
      : t('membership.trial.text', { date: readableDate(until, language) });
  };
  const good = membership.kind === 'trial' || membership.kind === 'active';
  return (
    <section className={good ? 'maths-membership maths-membership-good' : 'maths-membership'} role="status">
      {good && <SuccessIcon />}
      <div>
        <h2 className="maths-membership-heading">{t(`membership.${membership.kind}.heading`)}</h2>
        <p>{text()}</p>
      </div>
    </section>
  );
}

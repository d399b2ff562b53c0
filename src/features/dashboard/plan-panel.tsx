import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Link } from '../../ui/link.tsx';
import type { Account } from './open-account.ts';
import { PaymentButton, type PaymentButtonProps } from './payment-button.tsx';
import { moods, offerOf, priceToTell, shopAddress, shopOf, situationOf } from './plan.ts';
import { manageHint, planText, priceText } from './plan-text.ts';

type Ask = PaymentButtonProps['ask'];

export type PlanPanelProps = {
  t: Translate;
  language: Language;
  account: Account;
  purchase: Ask;
  /** null for somebody who is no customer. */
  manage: Ask | null;
  visit: PaymentButtonProps['visit'];
};

/** What the subscription is, what happens to it next, and what can be done about it. */
export function PlanPanel({ t, language, account, purchase, manage, visit }: PlanPanelProps) {
  const situation = situationOf(account);
  const price = priceToTell(account);
  const offer = offerOf(account);
  const shop = shopOf(account);
  const address = shop === null ? null : shopAddress[shop];
  return (
    <section className="maths-panel maths-plan" part="panel">
      <div className="maths-plan-body">
        <p className={`maths-pill maths-pill-${moods[situation]}`}>{t(`plan.pill.${situation}`)}</p>
        <h2 className="maths-heading" part="heading">
          {t('plan.heading')}
        </h2>
        {price !== null && <p className="maths-price">{priceText(t, language, price)}</p>}
        <p className="maths-plan-text">{planText(t, language, account)}</p>
        {shop !== null && (
          <p className="maths-plan-text">
            {t(`shop.${shop}`)}{' '}
            {address !== null && (
              <Link href={address} newTab={t('common.newTab')}>
                {t(`shop.manage.${shop}`)}
              </Link>
            )}
          </p>
        )}
        {offer !== null && <PaymentButton {...{ t, visit }} look="sun" label={t(`offer.${offer}`)} ask={purchase} />}
        {manage !== null && (
          <>
            <PaymentButton
              {...{ t, visit }}
              look={offer === null ? 'brand' : 'line'}
              label={t('manage.button')}
              ask={manage}
            />
            <p className="maths-hint">{manageHint(t, account)}</p>
          </>
        )}
      </div>
      {/* A picture of the page's own; a cheerful one has no place beside bad news. */}
      {(moods[situation] === 'good' || offer === 'first') && <slot name="art" />}
    </section>
  );
}

import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Link } from '../../ui/link.tsx';
import type { Account } from './open-account.ts';
import { PaymentButton, type PaymentButtonProps } from './payment-button.tsx';
import { offerOf, paidSubscription, shopAddress, shopOf } from './plan.ts';
import { manageHint, paymentsText, planOfferText, planText } from './plan-text.ts';

type Ask = PaymentButtonProps['ask'];

export type PlanDetailsProps = {
  t: Translate;
  language: Language;
  account: Account;
  purchase: Ask;
  /** null for a person who is not a customer. */
  manage: Ask | null;
  visit: PaymentButtonProps['visit'];
};

const included = ['packages', 'children', 'cancel'];

/** Shows what happens to the subscription next, and the possible actions. */
export function PlanDetails({ t, language, account, purchase, manage, visit }: PlanDetailsProps) {
  const paid = paidSubscription(account);
  const offer = offerOf(account);
  const shop = shopOf(account);
  const address = shop === null ? null : shopAddress[shop];
  return (
    <>
      {paid !== null && <p className="maths-price">{paymentsText(t, language, paid)}</p>}
      {offer === 'first' && account.offer && <p className="maths-price">{planOfferText(t, language, account.offer)}</p>}
      <p className="maths-plan-text">
        {/* It is in the line of the text, because a separate line would exceed the space that is reserved while the plan loads. */}
        {offer === 'again' && account.offer && (
          <>
            <b>{planOfferText(t, language, account.offer)}</b>.{' '}
          </>
        )}
        {planText(t, language, account)}
      </p>
      {offer === 'first' && (
        <ul className="maths-included">
          {included.map((name) => (
            <li key={name}>{t(`offer.included.${name}`)}</li>
          ))}
        </ul>
      )}
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
            // The main action is another one for a person who can subscribe, or who manages the subscription in a shop.
            look={offer === null && shop === null ? 'brand' : 'line'}
            label={t('manage.button')}
            ask={manage}
          />
          <p className="maths-hint">{manageHint(t, account)}</p>
        </>
      )}
    </>
  );
}

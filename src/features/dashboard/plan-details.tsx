import { Link } from '../../ui/link.tsx';
import { useElement } from '../shared/use-element.ts';
import type { DashboardController, DashboardState } from './dashboard-controller.ts';
import type { Account } from './open-account.ts';
import { PaymentButton } from './payment-button.tsx';
import { offerOf, paidSubscription, shopAddress, shopOf } from './plan.ts';
import { manageHint, paymentsText, planOfferText, planText } from './plan-text.ts';

export type PlanDetailsProps = {
  account: Account;
  state: DashboardState;
  controller: DashboardController;
};

const included = ['packages', 'children', 'cancel'];

/** Shows what happens to the subscription next, and the possible actions. */
export function PlanDetails({ account, state, controller }: PlanDetailsProps) {
  const { t } = useElement();
  const paid = paidSubscription(account);
  const offer = offerOf(account);
  const shop = shopOf(account);
  const address = shop === null ? null : shopAddress[shop];
  return (
    <>
      {paid !== null && <p className="maths-price">{paymentsText(t, paid)}</p>}
      {offer === 'first' && account.offer && <p className="maths-price">{planOfferText(t, account.offer)}</p>}
      <p className="maths-plan-text">
        {/* It is in the line of the text, because a separate line would exceed the space that is reserved while the plan loads. */}
        {offer === 'again' && account.offer && (
          <>
            <b>{planOfferText(t, account.offer)}</b>.{' '}
          </>
        )}
        {planText(t, account)}
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
      {offer !== null && (
        <PaymentButton look="sun" label={t(`offer.${offer}`)} state={state.purchase} onPress={controller.purchase} />
      )}
      {account.customerID !== null && (
        <>
          <PaymentButton
            // The main action is another one for a person who can subscribe, or who manages the subscription in a shop.
            look={offer === null && shop === null ? 'brand' : 'line'}
            label={t('manage.button')}
            state={state.manage}
            onPress={controller.manage}
          />
          <p className="maths-hint">{manageHint(t, account)}</p>
        </>
      )}
    </>
  );
}

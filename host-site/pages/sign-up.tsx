import { priceLineId, priceLineMark } from '../../src/contracts/pages.ts';
import { BenefitList, FormPage, LoadingFallback, sealOf } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

const benefits = ['trial', 'children', 'challenges', 'score', 'packages', 'devices'];

/** The sign-up form next to six benefits (product-spec.md#2-screens-and-routes). The tag opens the payment page. */
export function Page() {
  const { t } = useSite();
  const seal = sealOf();
  return (
    <FormPage
      name="sign-up"
      heading={t('signUp.heading')}
      intro={
        <p id={priceLineId} className="price-line">
          {priceLineMark}
        </p>
      }
      trust={
        <>
          <p className="trust">{t('signUp.trust')}</p>
          {seal && <div className="trust">{seal}</div>}
        </>
      }
      aside={{
        heading: t('benefits.heading'),
        content: (
          <BenefitList
            benefits={benefits.map((name) => ({
              title: t(`benefits.${name}.title`),
              text: t(`benefits.${name}.text`),
            }))}
          />
        ),
      }}
    >
      <maths-sign-up>
        <LoadingFallback />
      </maths-sign-up>
    </FormPage>
  );
}

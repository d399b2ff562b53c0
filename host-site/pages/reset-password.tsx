import lock from '../art/lock.svg';
import { BenefitList, LoadingFallback, PageHeading, Split } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

const advice = ['long', 'own', 'device'];

export const placesConsent = true;

/** Sets a new password from a mailed link, next to advice for a good one. */
export function Page() {
  const { t } = useSite();
  return (
    <Split
      form={
        <div className="reset-password">
          <PageHeading text={t('resetPassword.heading')} lead={t('resetPassword.lead')} />
          <div className="room room-reset-password">
            <maths-reset-password>
              <LoadingFallback />
            </maths-reset-password>
          </div>
        </div>
      }
      asideHeading={t('resetPassword.advice.heading')}
      aside={
        <BenefitList
          benefits={advice.map((name) => ({
            title: t(`resetPassword.advice.${name}.title`),
            text: t(`resetPassword.advice.${name}.text`),
          }))}
        />
      }
      art={{ src: lock, width: 400, height: 320 }}
    />
  );
}

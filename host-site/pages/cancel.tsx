import { brand } from '../../src/config/brand.ts';
import lock from '../art/lock.svg';
import { BenefitList, LoadingFallback, PageHeading, Split } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

const advice = ['time', 'mail', 'undo'];

export const placesConsent = true;

/** Ends a contract, also for a visitor who is not signed in. */
export function Page() {
  const { t } = useSite();
  return (
    <Split
      form={
        <>
          <PageHeading text={t('cancel.heading')} lead={t('cancel.lead')} />
          <div className="room room-cancel">
            <maths-cancel>
              <LoadingFallback>
                <br />
                {t('cancel.byMail')} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
              </LoadingFallback>
            </maths-cancel>
          </div>
        </>
      }
      asideHeading={t('cancel.advice.heading')}
      aside={
        <BenefitList
          benefits={advice.map((name) => ({
            title: t(`cancel.advice.${name}.title`),
            text: t(`cancel.advice.${name}.text`),
          }))}
        />
      }
      art={{ src: lock, width: 400, height: 320 }}
    />
  );
}

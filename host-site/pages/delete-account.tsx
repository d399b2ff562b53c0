import { keptAfterDeletion } from '../../src/config/limits.ts';
import { deletionFragment } from '../../src/contracts/elements.ts';
import { RichText } from '../../src/ui/message.tsx';
import { FormPage, KeptDays, legalMarks, LoadingFallback } from '../layout/content.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { useSite } from '../site-context.ts';

/** Deletes a parent's account: on the account page, or by a mailed link for those who cannot log in. */
export function Page() {
  const { t } = useSite();
  const aside = (
    <div className="prose">
      <p>
        <RichText text={t('deleteAccount.deleted')} marks={legalMarks} />
      </p>
      <p>{t('deleteAccount.kept')}</p>
      <KeptDays names={keptAfterDeletion} />
      {(['payments', 'stores', 'teachers'] as const).map((name) => (
        <p key={name}>
          <RichText text={t(`deleteAccount.${name}`)} marks={legalMarks} />
        </p>
      ))}
    </div>
  );
  const intro = (
    <div className="prose">
      <ol>
        {(['logIn', 'confirm', 'mail'] as const).map((step) => (
          <li key={step}>{t(`deleteAccount.steps.${step}`)}</li>
        ))}
      </ol>
      <p>
        <SiteLink to="dashboard" fragment={deletionFragment} className="maths-button">
          {t('deleteAccount.logIn')}
        </SiteLink>
      </p>
      <h2>{t('deleteAccount.without')}</h2>
    </div>
  );
  return (
    <FormPage
      name="delete-account"
      heading={t('deleteAccount.heading')}
      intro={intro}
      aside={{ heading: t('deleteAccount.aside'), content: aside }}
    >
      <maths-cancel mode="deletion">
        <LoadingFallback byMail={t('deleteAccount.byMail')} />
      </maths-cancel>
    </FormPage>
  );
}

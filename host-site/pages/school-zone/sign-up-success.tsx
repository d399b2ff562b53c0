import { PageHeading } from '../../layout/page-heading.tsx';
import { useSite } from '../../site-context.ts';

/** After a teacher's sign-up: where the code is (spec section 2). */
export function TeacherSignUpSuccessPage() {
  const { t } = useSite();
  return (
    <div className="wrap narrow">
      <PageHeading text={t('teacherSignUpSuccess.heading')} lead={t('teacherSignUpSuccess.lead')} />
    </div>
  );
}

import { Late } from '../../layout/late.tsx';
import { PageHeading } from '../../layout/page-heading.tsx';
import { navigate } from '../../routing/navigation.ts';
import { useSite } from '../../site-context.ts';

/** The teachers' front page (spec section 2). */
export function TeacherSignUpPage() {
  const { t, language } = useSite();
  return (
    <div className="wrap narrow">
      <PageHeading text={t('teacherSignUp.heading')} lead={t('teacherSignUp.lead')} />
      <div className="room room-teacher-sign-up">
        <maths-teacher-sign-up lang={language} onauth-success={() => navigate('teacherSignUpSuccess')}>
          <Late />
        </maths-teacher-sign-up>
      </div>
    </div>
  );
}

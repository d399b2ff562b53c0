import type { ComponentType } from 'react';
import { ConfirmationPage } from './pages/confirmation.tsx';
import { DashboardPage } from './pages/dashboard.tsx';
import { HomePage } from './pages/home.tsx';
import { PrivacyPage, TermsPage } from './pages/legal.tsx';
import { LevelsPage } from './pages/levels.tsx';
import { ResetPasswordPage } from './pages/reset-password.tsx';
import { ClassroomPage } from './pages/school-zone/classroom.tsx';
import { ClassroomUpdatePage } from './pages/school-zone/classroom-update.tsx';
import { TeacherSignUpPage } from './pages/school-zone/sign-up.tsx';
import { TeacherSignUpSuccessPage } from './pages/school-zone/sign-up-success.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { SignUpPage } from './pages/sign-up.tsx';
import type { PageName } from './routing/guard.ts';

/**
 * The pages. `define` loads the tag of the page, `area` selects the footer, and `form` means that the page itself
 * places the consent banner, after its form. `src/contracts/routes.ts` has the paths and guards.
 */
type Page = { Page: ComponentType; area?: 'teachers'; form?: true; define?: () => Promise<unknown> };

export const pages: Record<PageName, Page> = {
  home: { Page: HomePage },
  signIn: {
    Page: SignInPage,
    form: true,
    define: () => import('../elements/sign-in/sign-in.element.ts'),
  },
  signUp: {
    Page: SignUpPage,
    form: true,
    define: () => import('../elements/sign-up/sign-up.element.ts'),
  },
  resetPassword: {
    Page: ResetPasswordPage,
    form: true,
    define: () => import('../elements/reset-password/reset-password.element.ts'),
  },
  dashboard: {
    Page: DashboardPage,
    define: () => import('../elements/dashboard/dashboard.element.ts'),
  },
  confirmation: {
    Page: ConfirmationPage,
    define: () => import('../elements/confirmation/confirmation.element.ts'),
  },
  teacherSignUp: {
    Page: TeacherSignUpPage,
    area: 'teachers',
    form: true,
    define: () => import('../elements/teacher-sign-up/teacher-sign-up.element.ts'),
  },
  teacherSignUpSuccess: { Page: TeacherSignUpSuccessPage, area: 'teachers' },
  classroom: {
    Page: ClassroomPage,
    area: 'teachers',
    define: () => import('../elements/classroom/classroom.element.ts'),
  },
  classroomUpdate: {
    Page: ClassroomUpdatePage,
    area: 'teachers',
    form: true,
    define: () => import('../elements/classroom-update/classroom-update.element.ts'),
  },
  levels: {
    Page: LevelsPage,
    define: () => import('../elements/levels/levels.element.ts'),
  },
  terms: { Page: TermsPage },
  privacy: { Page: PrivacyPage },
};

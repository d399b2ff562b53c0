import type { ComponentType } from 'react';
import { ConfirmationPage } from './pages/confirmation.tsx';
import { DashboardPage } from './pages/dashboard.tsx';
import { HomePage } from './pages/home.tsx';
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
 * `define` loads the tag that the page places; `area` chooses header and footer; `form`: the page itself places the
 * consent banner, after its form. Paths and guards:
 * `src/contracts/routes.ts`.
 */
type Page = { Page: ComponentType; title: string; area?: 'teachers'; form?: true; define?: () => Promise<unknown> };

export const pages: Record<PageName, Page> = {
  home: { Page: HomePage, title: 'title.home' },
  signIn: {
    Page: SignInPage,
    title: 'title.signIn',
    form: true,
    define: () => import('../elements/sign-in/sign-in.define.ts'),
  },
  signUp: {
    Page: SignUpPage,
    title: 'title.signUp',
    form: true,
    define: () => import('../elements/sign-up/sign-up.define.ts'),
  },
  resetPassword: {
    Page: ResetPasswordPage,
    title: 'title.resetPassword',
    form: true,
    define: () => import('../elements/reset-password/reset-password.define.ts'),
  },
  dashboard: {
    Page: DashboardPage,
    title: 'title.dashboard',
    define: () => import('../elements/dashboard/dashboard.define.ts'),
  },
  confirmation: {
    Page: ConfirmationPage,
    title: 'title.confirmation',
    define: () => import('../elements/confirmation/confirmation.define.ts'),
  },
  teacherSignUp: {
    Page: TeacherSignUpPage,
    title: 'title.teacherSignUp',
    area: 'teachers',
    form: true,
    define: () => import('../elements/teacher-sign-up/teacher-sign-up.define.ts'),
  },
  teacherSignUpSuccess: { Page: TeacherSignUpSuccessPage, title: 'title.teacherSignUpSuccess', area: 'teachers' },
  classroom: {
    Page: ClassroomPage,
    title: 'title.classroom',
    area: 'teachers',
    define: () => import('../elements/classroom/classroom.define.ts'),
  },
  classroomUpdate: {
    Page: ClassroomUpdatePage,
    title: 'title.classroomUpdate',
    area: 'teachers',
    form: true,
    define: () => import('../elements/classroom-update/classroom-update.define.ts'),
  },
  levels: {
    Page: LevelsPage,
    title: 'title.levels',
    define: () => import('../elements/levels/levels.define.ts'),
  },
};

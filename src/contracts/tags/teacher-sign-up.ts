import { teacherFormModes } from '../elements.ts';

/** `mode`: which of the forms is shown. It changes when the visitor opens the other form. */
export const attributes = ['lang', 'origin', 'mode', 'email', 'theme', 'light-dom', 'portal'] as const;
export const events = ['auth-success', 'auth-error', 'ready', 'step', 'update-requested'] as const;
export const widget = 'teacher-signup';
export const form = {
  tasks: teacherFormModes,
  isInLoader: false,
  path: '/schoolzone/teacher/signup',
} as const;

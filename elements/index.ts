/** Defines every tag. It is meant for pages that are bundled. Other pages use the loader. */
import './sign-in/sign-in.element.ts';
import './sign-up/sign-up.element.ts';
import './dashboard/dashboard.element.ts';
import './reset-password/reset-password.element.ts';
import './confirmation/confirmation.element.ts';
import './teacher-sign-up/teacher-sign-up.element.ts';
import './classroom/classroom.element.ts';
import './classroom-update/classroom-update.element.ts';
import './levels/levels.element.ts';
import './embed/embed.element.ts';

export { configure } from './configure.ts';
export type * from './shared/element-types.ts';

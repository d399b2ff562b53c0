/** Defines every tag at once: for pages that are bundled anyway. Others take the loader. */
import './sign-in/sign-in.define.ts';
import './sign-up/sign-up.define.ts';
import './dashboard/dashboard.define.ts';
import './reset-password/reset-password.define.ts';
import './confirmation/confirmation.define.ts';
import './teacher-sign-up/teacher-sign-up.define.ts';
import './classroom/classroom.define.ts';
import './classroom-update/classroom-update.define.ts';
import './levels/levels.define.ts';
import './embed/embed.define.ts';

export type * from './shared/element-types.ts';

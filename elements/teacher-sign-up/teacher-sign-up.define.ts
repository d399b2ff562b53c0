import { define } from '../shared/define.ts';
import { teacherSignUpElement } from './teacher-sign-up.element.ts';

define('maths-teacher-sign-up', teacherSignUpElement);

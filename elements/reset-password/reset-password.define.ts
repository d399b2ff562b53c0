import { define } from '../shared/define.ts';
import { resetPasswordElement } from './reset-password.element.ts';

define('maths-reset-password', resetPasswordElement);

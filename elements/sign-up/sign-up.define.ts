import { define } from '../shared/define.ts';
import { signUpElement } from './sign-up.element.ts';

define('maths-sign-up', signUpElement);

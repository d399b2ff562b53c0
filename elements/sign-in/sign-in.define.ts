import { define } from '../shared/define.ts';
import { signInElement } from './sign-in.element.ts';

define('maths-sign-in', signInElement);

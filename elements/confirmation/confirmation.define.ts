import { define } from '../shared/define.ts';
import { confirmationElement } from './confirmation.element.ts';

define('maths-confirmation', confirmationElement);

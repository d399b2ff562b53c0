import { define } from '../shared/define.ts';
import { embedElement } from './embed.element.ts';

define('maths-embed', embedElement);

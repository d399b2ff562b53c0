import { define } from '../shared/define.ts';
import { levelsElement } from './levels.element.ts';

define('maths-levels', levelsElement);

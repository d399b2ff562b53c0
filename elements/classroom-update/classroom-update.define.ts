import { define } from '../shared/define.ts';
import { classroomUpdateElement } from './classroom-update.element.ts';

define('maths-classroom-update', classroomUpdateElement);

import { define } from '../shared/define.ts';
import { classroomElement } from './classroom.element.ts';

define('maths-classroom', classroomElement);

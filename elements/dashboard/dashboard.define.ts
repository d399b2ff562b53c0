import { define } from '../shared/define.ts';
import { dashboardElement } from './dashboard.element.ts';

define('maths-dashboard', dashboardElement);

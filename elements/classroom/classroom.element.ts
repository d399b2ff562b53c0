import classroomCss from '../../src/features/classroom/classroom.css?inline';
import {
  type ClassroomController,
  createClassroomController,
  createClassroomServices,
} from '../../src/features/classroom/controller.ts';
import tableCss from '../../src/features/classroom/table.css?inline';
import { Classroom } from '../../src/features/classroom/view.tsx';
import { defineElement } from '../runtime/react-element.ts';

/**
 * `<maths-classroom>`: shows the progress of a class, on the portal's own pages. See classroom.md.
 * @csspart panel - The progress in one package.
 */
defineElement<ClassroomController>({
  name: 'classroom',
  styles: [classroomCss, tableCss],
  audience: 'teacher',
  createController: (element, endpoints) => createClassroomController(createClassroomServices(endpoints), element),
  view: Classroom,
});

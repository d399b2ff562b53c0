import { ClassroomUpdate } from '../../src/features/classroom-update/view.tsx';
import classroomUpdateCss from '../../src/features/classroom-update/classroom-update.css?inline';
import {
  type ClassroomUpdateController,
  createClassroomUpdateController,
  createClassroomUpdateServices,
} from '../../src/features/classroom-update/controller.ts';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import { secretOf } from '../../src/features/shared/element-context.ts';
import { defineElement } from '../runtime/react-element.ts';

/**
 * `<maths-classroom-update>`: applies the change that a teacher requested, with the secret of a mailed link. See
 * classroom-update.md.
 */
defineElement<ClassroomUpdateController>({
  name: 'classroom-update',
  styles: [skeletonCss, classroomUpdateCss],
  audience: 'teacher',
  createController: (_element, endpoints, target) =>
    createClassroomUpdateController(createClassroomUpdateServices(endpoints), secretOf(target)),
  view: ClassroomUpdate,
});

import {
  createClassroomUpdateController,
  createClassroomUpdateServices,
} from '../src/features/classroom-update/controller.ts';
import { secretOfElement } from '../src/features/shared/element-context.ts';
import { featureElement } from './kit/feature-element.ts';

/**
 * `<maths-classroom-update>`: applies the change that a teacher requested, with the secret of a mailed link. See
 * classroom-update.md.
 */
export const element = featureElement({
  name: 'classroom-update',
  createController: (_context, endpoints, target) =>
    createClassroomUpdateController(createClassroomUpdateServices(endpoints), secretOfElement(target)),
  view: async () => (await import('../src/features/classroom-update/view.tsx')).ClassroomUpdate,
});

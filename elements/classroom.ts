import { createClassroomController, createClassroomServices } from '../src/features/classroom/controller.ts';
import { featureElement } from './kit/feature-element.ts';

/**
 * `<maths-classroom>`: shows the progress of a class, on the portal's own pages. See classroom.md.
 * @csspart panel - The progress in one package.
 */
export const element = featureElement({
  name: 'classroom',
  createController: (context, endpoints) => createClassroomController(createClassroomServices(endpoints), context),
  view: async () => (await import('../src/features/classroom/view.tsx')).Classroom,
});

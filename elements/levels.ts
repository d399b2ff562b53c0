import { createLevelsController, createLevelsServices } from '../src/features/levels/controller.ts';
import { featureElement } from './kit/feature-element.ts';

/** `<maths-levels>`: downloads levels that players created, from a list of their names. See levels.md. */
export const element = featureElement({
  name: 'levels',
  createController: (_context, endpoints) => createLevelsController(createLevelsServices(endpoints)),
  view: async () => (await import('../src/features/levels/view.tsx')).Levels,
});

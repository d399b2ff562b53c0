/**
 * How the builds of the elements and of the site divide modules into files. A group takes along everything that it
 * imports. Each controller is one file, because a submit waits for each request; those of the other forms import the one
 * of the sign-in. `view` holds what several elements share, React included.
 */
export const chunkGroups = [
  { name: 'sign-in-controller', test: /\/sign-in\.controller\.ts$/, priority: 4 },
  { name: 'sign-up-controller', test: /\/sign-up\/sign-up\.controller\.ts$/, priority: 3 },
  { name: 'teacher-sign-up-controller', test: /\/teacher-sign-up\.controller\.ts$/, priority: 2 },
  { name: 'view', test: /\/(elements\/shared|src\/(ui|i18n|lib|features\/shared))\//, minShareCount: 2, priority: 1 },
];

/**
 * Defines how the builds of the elements and of the site split modules into files. A group includes everything that it
 * imports. Each controller is one file, because a submit waits for each request. The controllers of the other forms
 * import the one of the sign-in. `view` contains what several elements share, React included.
 */
export const chunkGroups = [
  { name: 'sign-in-controller', test: /\/sign-in\.controller\.ts$/, priority: 4 },
  { name: 'sign-up-controller', test: /\/sign-up\/sign-up\.controller\.ts$/, priority: 3 },
  { name: 'teacher-sign-up-controller', test: /\/teacher-sign-up\.controller\.ts$/, priority: 2 },
  { name: 'view', test: /\/(elements\/shared|src\/(ui|i18n|lib|features\/shared))\//, minShareCount: 2, priority: 1 },
];

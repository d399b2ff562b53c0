/** Sets the address of the portal, for pages that import the elements one by one. */
export { configure } from './shared/portal-origin.ts';

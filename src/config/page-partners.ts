import { brand } from './brand.ts';
import { createPartners, isLoopbackOrigin, type Partner } from './partner-origins.ts';
import { variables } from './variables.ts';

/**
 * The partners that a page trusts. Only browser code imports this file: outside a bundle it reads the variables during
 * import, so a wrong value would throw before a program could report it.
 */
export const partners: readonly Partner[] =
  typeof __PARTNERS__ === 'undefined' ? createPartners(variables, brand) : __PARTNERS__;

/** Returns whether the page is under development on the visitor's own machine, where every key is accepted. */
export const isDevelopmentOrigin: (origin: string) => boolean =
  typeof __DEVELOPMENT__ !== 'undefined' && __DEVELOPMENT__ ? isLoopbackOrigin : () => false;

import { brand } from './brand.ts';
import { createPartners, type Partner } from './partner-origins.ts';
import { variables } from './variables.ts';

/** In a bundle: the table that the build settled (`settled-vite-plugin.ts`). */
declare const __PARTNERS__: Partner[] | undefined;

/**
 * The partners that a page trusts. Only the browser's side imports this file: outside a bundle it reads the variables
 * when it is imported, so a mistake in them would throw before a program could report it.
 */
export const partners: readonly Partner[] =
  typeof __PARTNERS__ === 'undefined' ? createPartners(variables, brand) : __PARTNERS__;

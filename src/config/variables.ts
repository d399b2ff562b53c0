import type { BuildVariable } from './settings.ts';

/**
 * The variables that an operator set for the build: in a bundle those that its code reads (`vite-plugins.ts`),
 * the process environment on the server. They are read only here. Everything in `config` is a pure function of them with a default.
 */
export type Variables = Readonly<Record<string, string | boolean | undefined>>;

export const variables: Variables =
  typeof __VARIABLES__ === 'undefined' ? (import.meta.env ?? process.env) : __VARIABLES__;

/** Returns a variable's text. An empty variable counts as not set. */
export const textOf = (source: Variables, name: BuildVariable): string | undefined => {
  const value = source[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

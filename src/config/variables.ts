/**
 * What an operator set for the build: in a bundle the variables that its code reads (`vite-plugins.ts`), on the server
 * the environment. Everything else in `config` is a pure function of them with a default.
 */
export type Variables = Readonly<Record<string, string | boolean | undefined>>;

/** The name of a variable for the build. Those that exist have a row in `backend/config/settings.ts`. */
export type BuildVariable = `VITE_${string}`;

export const variables: Variables =
  typeof __VARIABLES__ === 'undefined' ? (import.meta.env ?? process.env) : __VARIABLES__;

/** Returns a variable's text. An empty variable counts as not set. */
export const variableText = (source: Variables, name: BuildVariable): string | undefined => {
  const value = source[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * What an operator set for the build: Vite's `VITE_` variables in a bundle, the process environment on the server.
 * Read once, here; everything in `config` is a pure function of it with a default.
 */
export type Variables = Readonly<Record<string, string | boolean | undefined>>;

export const variables: Variables = import.meta.env ?? (typeof process === 'undefined' ? {} : process.env);

/** An empty variable counts as not set. */
export const textOf = (source: Variables, name: string): string | undefined => {
  const value = source[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

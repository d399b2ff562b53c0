/**
 * Guards that check outside data. The backend uses zod; in the browser its size would exceed the budget of a sign-in
 * (scripts/checks/built/sizes.test.ts) for a few flat shapes. A guard accepts any value, returns whether it has the shape, and
 * never throws. Members that no shape names are kept.
 */
export type TypeGuard<T> = (input: unknown) => input is T;
export type Guarded<G> = G extends TypeGuard<infer T> ? T : never;
type Shape = Readonly<Record<string, TypeGuard<unknown>>>;
type Members<S extends Shape> = { [Key in keyof S]: Guarded<S[Key]> };

export const isRecord = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

export const text = (input: unknown): input is string => typeof input === 'string';
export const number = (input: unknown): input is number => Number.isFinite(input);
export const flag = (input: unknown): input is boolean => typeof input === 'boolean';

/** Accepts exactly this value. */
export const literal =
  <const T extends string | number | boolean>(expected: T): TypeGuard<T> =>
  (input): input is T =>
    input === expected;

/** Accepts one of these strings. */
export const oneOf =
  <const T extends string>(values: readonly T[]): TypeGuard<T> =>
  (input): input is T =>
    values.some((value) => value === input);

/** Accepts a string that matches this pattern. */
export const matching =
  (pattern: RegExp): TypeGuard<string> =>
  (input): input is string =>
    text(input) && pattern.test(input);

export const nullable =
  <T>(guard: TypeGuard<T>): TypeGuard<T | null> =>
  (input): input is T | null =>
    input === null || guard(input);

export const list =
  <T>(item: TypeGuard<T>): TypeGuard<T[]> =>
  (input): input is T[] =>
    Array.isArray(input) && input.every(item);

/** Accepts an object with all members of `required`. Members of `optional` must be valid where they are present. */
export const object =
  <R extends Shape, O extends Shape = Record<never, never>>(
    required: R,
    optional?: O,
  ): TypeGuard<Members<R> & Partial<Members<O>>> =>
  (input): input is Members<R> & Partial<Members<O>> =>
    isRecord(input) &&
    Object.entries(required).every(([key, guard]) => guard(input[key])) &&
    Object.entries(optional ?? {}).every(([key, guard]) => input[key] === undefined || guard(input[key]));

/** Accepts an object with any keys whose values all have this shape. */
export const record =
  <T>(member: TypeGuard<T>): TypeGuard<Record<string, T>> =>
  (input): input is Record<string, T> =>
    isRecord(input) && Object.values(input).every((value) => member(value));

/** Parses JSON text. Returns undefined when it is not JSON or has another shape. */
export const parseJson = <T>(json: string | null, guard: TypeGuard<T>): T | undefined => {
  try {
    const value: unknown = json === null ? undefined : JSON.parse(json);
    return guard(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

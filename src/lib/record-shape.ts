import { isRecord, type TypeGuard } from './shapes.ts';

/**
 * Accepts an object with any keys whose values all have this shape. It is not in `shapes.ts`, because every form would
 * load it.
 */
export const record =
  <T>(member: TypeGuard<T>): TypeGuard<Record<string, T>> =>
  (input): input is Record<string, T> =>
    isRecord(input) && Object.values(input).every((value) => member(value));

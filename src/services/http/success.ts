import { literal, object } from '../../lib/shapes.ts';

/** Our own API's success that says nothing more. */
export const isSuccess = object({ success: literal(true) });

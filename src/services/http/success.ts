import { literal, object } from '../../lib/shapes.ts';

/** The success response of the portal's API without further data. */
export const isSuccess = object({ success: literal(true) });

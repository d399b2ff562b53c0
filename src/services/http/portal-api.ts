import { literal, object } from '../../lib/shapes.ts';

/** The success response of the portal's API without further data. */
export const isSuccess = object({ success: literal(true) });

/** Returns the header of a call with the session's token (decisions.md#4-sessions-and-tokens). */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

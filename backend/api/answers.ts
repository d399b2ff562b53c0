import { z } from 'zod';

/** Decisions section 5: every failure has this shape and a fitting status. */
export const failure = z.object({ success: z.literal(false), error: z.string() });
export const success = z.object({ success: z.literal(true) });

/** The `response` part of a route's schema. */
export const answers = <Answer extends z.ZodType>(answer: Answer) => ({ 200: answer, '4xx': failure, '5xx': failure });

/** The one success that says nothing more. */
export const done = { success: true } as const;

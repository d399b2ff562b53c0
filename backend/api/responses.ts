import { z } from 'zod';

/** The body of every failed response, sent with a fitting status (decisions.md#5-calls). */
export const failure = z.object({ success: z.literal(false), error: z.string() });
export const success = z.object({ success: z.literal(true) });

/** Returns the `response` part of a route's schema. */
export const responses = <Answer extends z.ZodType>(answer: Answer) => ({
  200: answer,
  '4xx': failure,
  '5xx': failure,
});

/** The body of a success that carries no data. */
export const successBody = { success: true } as const;

export const tokenExample = 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c';

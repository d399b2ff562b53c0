import type { DocumentedCode } from './error-meanings.ts';

/** The groups of the document. The game's server comes first, because its developers read the document most. */
export const tags = {
  Game: 'Calls of the game’s server.',
  Account: 'Sessions and accounts of parents. The portal’s forms make these calls.',
  Payments: 'Subscriptions of parents. The portal’s forms make these calls.',
  'School Zone': 'Teachers and their classes. The portal’s forms and the page of a class make these calls.',
  'Level tool': 'Levels that players made, for the operator.',
  Partners: 'What a partner’s server asks.',
  Visits: 'What the portal’s pages ask and count.',
  Vendors: 'Calls that PlayFab, Stripe and RevenueCat make.',
} as const;

export const tagNames = Object.keys(tags);

declare module 'fastify' {
  interface FastifySchema {
    /** Codes in addition to those that follow from the guard, the limit and the method. */
    errors?: readonly DocumentedCode[];
    /** Examples of the body and of the answer with status 200. */
    examples?: { body?: object; answer: unknown };
  }
}

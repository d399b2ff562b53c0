import type { Subscription } from '../../src/contracts/calls/subscription.ts';

/** The portal's answers about the account in a browser test, and to the other calls. */
export type Server = {
  subscription?: Partial<Subscription>;
  isSubscribed?: boolean;
  customer?: boolean;
};

export const storedSession = {
  code: 200,
  status: 'OK',
  data: { PlayFabId: 'P1F2', SessionTicket: 'P1F2-ticket', EntityToken: { EntityToken: 'entity-token' } },
  token: 'A'.repeat(43),
  email: 'parent@mail.example',
};

const plan: Subscription = {
  store: 'stripe',
  status: 'active',
  currentPeriodEnd: '2026-12-21T10:00:00.000Z',
  endsAt: null,
  price: { amount: 2499, currency: 'cad', interval: 'month', intervalCount: 3 },
  nextPayment: { amount: 2499, currency: 'cad', at: '2026-12-21T10:00:00.000Z' },
};
const bought = (subscription: Partial<Subscription>, isSubscribed = true): Server => ({
  subscription,
  isSubscribed,
  customer: true,
});

export const accounts = {
  'nothing bought': {},
  'a trial': bought({ status: 'trialing' }),
  'a cancelled trial': bought({ status: 'trialing', endsAt: '2026-12-21T10:00:00.000Z', nextPayment: undefined }),
  'a plan': bought({}),
  'a cancelled plan': bought({ endsAt: '2026-12-21T10:00:00.000Z', nextPayment: undefined }),
  'a failed payment': bought({ status: 'past_due' }),
  'a missing payment': bought({ status: 'unpaid' }, false),
  'an ended plan': bought({ status: 'ended' }, false),
  'an App Store plan': { subscription: { store: 'apple' }, isSubscribed: true },
  'a Google Play plan on hold': { subscription: { store: 'google', status: 'unpaid' } },
  'a plan of another shop': { subscription: { store: 'other', price: null }, isSubscribed: true },
} satisfies Record<string, Server>;

/** Answers the portal's calls in a page. Returns a function that restores the real calls. */
export const answerCalls = (server: Server, view: Window & typeof globalThis = window): (() => void) => {
  const { subscription, isSubscribed = false, customer = false } = server;
  const real = view.fetch;
  const state = { isSubscribed, subscription: subscription === undefined ? null : { ...plan, ...subscription } };
  const integrations = customer ? [{ service: 'Stripe', serviceKey: 'cus_1' }] : [];
  view.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (pathname.startsWith('/api/stripe/')) {
      return Promise.resolve(Response.json({ success: true, ...state }));
    }
    if (pathname === '/api/user') {
      return Promise.resolve(Response.json({ success: true, data: { id: 'user-1', integrations } }));
    }
    if (pathname === '/api/user/subscription/status') {
      return Promise.resolve(Response.json({ success: true, ...state }));
    }
    if (pathname.startsWith('/api/user')) return Promise.resolve(Response.json({ success: true }));
    return real(input, init);
  };
  return () => void (view.fetch = real);
};

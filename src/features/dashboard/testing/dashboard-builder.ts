import type { CancelOverview } from '../../../contracts/calls/cancel.ts';
import { vi } from 'vitest';
import { stripeService } from '../../../contracts/calls/account.ts';
import type { Language } from '../../../contracts/language.ts';
import type { Session } from '../../../contracts/session.ts';
import type { Offer, Subscription } from '../../../contracts/calls/subscription.ts';
import { done, succeed } from '../../../lib/result.ts';
import { signInResponse } from '../../../services/testing/builders.ts';
import { fakeElement } from '../../shared/testing/fake-element.ts';
import { createDashboardController } from '../controller.ts';
import type { DashboardServices } from '../services.ts';

export const session: Session = { ...signInResponse(), token: 'A'.repeat(43), email: 'parent@mail.example' };
export const paymentPage = 'https://checkout.stripe.com/c/pay/cs_test_1';
export const billingPage = 'https://billing.stripe.com/p/session/1';

export type ServerAccount = {
  isSubscribed?: boolean;
  subscription?: Subscription | null;
  offer?: Offer | null;
  customerID?: string;
};

/** The server's responses about an account. */
export const accountOf = ({ isSubscribed = false, subscription = null, offer = null, customerID }: ServerAccount) => {
  const playfab = { service: 'playfab', serviceKey: 'player-1' };
  const stripe = customerID === undefined ? [] : [{ service: stripeService, serviceKey: customerID }];
  const integrations = [playfab, ...stripe];
  return { user: { id: 'user-1', integrations }, status: { isSubscribed, subscription, offer } };
};

/** Nothing is left to end. */
export const noOverview: CancelOverview = {
  subscription: null,
  withdrawUntil: null,
  isRead: true,
  cancellationEndsAt: null,
  canUndo: false,
  latest: null,
};

export type BuildOptions = {
  stored?: Session | null;
  /** What the servers return initially. */
  account?: ServerAccount;
  attributes?: Record<string, string>;
  language?: Language;
  /** The secret of a mailed link. */
  secret?: string;
};

/** Creates the controller of the account page with fake services. */
export const buildDashboard = (options: BuildOptions = {}) => {
  const { stored = session, account = {}, attributes = {}, language = 'en', secret } = options;
  let tellTabs: (session: Session | null) => void = () => {};
  const stopRenewal = vi.fn();
  const { user, status } = accountOf(account);
  let due = '';
  const services = {
    session: {
      read: vi.fn((): Session | null => stored),
      remove: vi.fn(),
      subscribe: (listener: typeof tellTabs) => {
        tellTabs = listener;
        return () => {};
      },
    },
    users: {
      user: vi.fn<DashboardServices['users']['user']>(async () => succeed(user)),
      subscriptionStatus: vi.fn<DashboardServices['users']['subscriptionStatus']>(async () => succeed(status)),
      signOut: vi.fn(async () => done),
      deleteAccount: vi.fn<DashboardServices['users']['deleteAccount']>(async () => done),
      mailMoveInLink: vi.fn<DashboardServices['users']['mailMoveInLink']>(async () => done),
      openMoveInLink: vi.fn<DashboardServices['users']['openMoveInLink']>(async () => succeed(true)),
      exportData: vi.fn<DashboardServices['users']['exportData']>(async () => succeed('{}')),
    },
    billing: {
      purchase: vi.fn<DashboardServices['billing']['purchase']>(async () => succeed(paymentPage)),
      manage: vi.fn<DashboardServices['billing']['manage']>(async () => succeed(billingPage)),
      refresh: vi.fn<DashboardServices['billing']['refresh']>(async () => succeed(status)),
    },
    keep: vi.fn<DashboardServices['keep']>(async () => succeed(noOverview)),
    overview: vi.fn<DashboardServices['overview']>(async () => succeed(noOverview)),
    sendRecoveryMail: vi.fn<DashboardServices['sendRecoveryMail']>(async () => done),
    signInAgain: vi.fn<DashboardServices['signInAgain']>(async () => done),
    startRenewal: vi.fn<DashboardServices['startRenewal']>(() => ({ leave: vi.fn(), stop: stopRenewal })),
    due: { read: () => due, write: (text: string) => void (due = text) },
    save: vi.fn<DashboardServices['save']>(),
    visit: vi.fn(),
    reload: vi.fn(),
    onRestored: vi.fn<DashboardServices['onRestored']>(() => () => {}),
  } satisfies DashboardServices;
  const element = fakeElement('first-party', attributes, language);
  const target = Object.assign(new EventTarget(), { secret });
  const controller = createDashboardController(services, element, target);
  return { services, element, target, controller, stopRenewal, tellTab: (told: Session | null) => tellTabs(told) };
};

import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { stripeService } from '../../../contracts/api.ts';
import type { Session } from '../../../contracts/session.ts';
import type { Offer, Subscription } from '../../../contracts/subscription.ts';
import { translationsOf } from '../../../i18n/testing/translations.ts';
import { done, succeed } from '../../../lib/result.ts';
import { signInResponse } from '../../../services/testing/builders.ts';
import type { DashboardProps } from '../use-dashboard.ts';
import type { DashboardServices } from '../dashboard-services.ts';

export const translations = await translationsOf('dashboard');
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
  const integrations = customerID === undefined ? [] : [{ service: stripeService, serviceKey: customerID }];
  return { user: { id: 'user-1', integrations }, status: { isSubscribed, subscription, offer } };
};

/** Renders the account page with fake services. `account` is what the servers return initially. */
export const buildDashboard = ({ stored = session, account = {} }: BuildOptions = {}) => {
  let tellTabs: (session: Session | null) => void = () => {};
  const stopRenewal = vi.fn();
  const { user, status } = accountOf(account);
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
    },
    billing: {
      purchase: vi.fn<DashboardServices['billing']['purchase']>(async () => succeed(paymentPage)),
      manage: vi.fn<DashboardServices['billing']['manage']>(async () => succeed(billingPage)),
      refresh: vi.fn<DashboardServices['billing']['refresh']>(async () => succeed(status)),
    },
    sendRecoveryMail: vi.fn<DashboardServices['sendRecoveryMail']>(async () => done),
    signInAgain: vi.fn<DashboardServices['signInAgain']>(async () => done),
    startRenewal: vi.fn<DashboardServices['startRenewal']>(() => ({ leave: vi.fn(), stop: stopRenewal })),
    visit: vi.fn(),
  } satisfies DashboardServices;
  const props = {
    t: translations.en,
    language: 'en',
    services,
    confirmationUrl: 'https://portal.example/confirmation?lang=en',
    onSignedOut: vi.fn(),
    onAccountDeleted: vi.fn(),
    onAuthError: vi.fn(),
    onReady: vi.fn(),
  } satisfies DashboardProps;
  return { services, props, stopRenewal, tellTab: (told: Session | null) => act(() => tellTabs(told)) };
};

export type BuildOptions = { stored?: Session | null; account?: ServerAccount };

/** Simulates that Back restores the page from the back/forward cache. */
export const restoreFromBfcache = () =>
  act(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));

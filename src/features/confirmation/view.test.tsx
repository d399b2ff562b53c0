import { act, cleanup, render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { describe, expect, it, vi } from 'vitest';
import type { Session } from '../../contracts/session.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import type { SubscriptionSummary } from '../../services/billing.ts';
import { aSubscription, signInResponse } from '../../services/testing/builders.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { type ConfirmationServices, createConfirmationController, membershipOf } from './controller.ts';
import { Confirmation, QrCode } from './view.tsx';

it('renders every dark square of the code and no other, within the quiet zone', () => {
  const text = 'https://portal.example/confirmation?lang=fr';
  render(<QrCode text={text} label="Code" />);
  const path = screen.getByRole('img', { name: 'Code' }).querySelector('path')?.getAttribute('d') ?? '';
  const { size, data } = encode(text, { border: 4, ecc: 'M' });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  expect(drawn).toEqual(data);
  expect(data.slice(0, 4).flat().includes(true)).toBe(false);
  expect(screen.getByRole('img').getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
});

const translations = await translationsOf('confirmation');
const session: Session = { ...signInResponse(), token: 'A'.repeat(43), email: 'parent@mail.example' };
const renewed: Session = { ...session, token: 'B'.repeat(43) };
const trial = { isSubscribed: true, subscription: aSubscription({ status: 'trialing' }) };

const build = (stored: Session | null = session) => {
  let tellTab: (session: Session | null) => void = () => {};
  let tellSelf: (session: Session | null) => void = () => {};
  const renewal = { leave: vi.fn(), stop: vi.fn() };
  const services = {
    session: {
      read: vi.fn(() => stored),
      remove: vi.fn(),
      subscribe: (listener: typeof tellTab) => {
        tellTab = listener;
        return () => {};
      },
    },
    billing: { refresh: vi.fn<ConfirmationServices['billing']['refresh']>(async () => succeed(trial)) },
    startRenewal: vi.fn<ConfirmationServices['startRenewal']>((_, onChange) => {
      tellSelf = onChange;
      return renewal;
    }),
  } satisfies ConfirmationServices;
  const element = fakeElement('first-party', { checkout: 'cs_test_1' });
  const controller = createConfirmationController(services, element);
  return {
    services,
    element,
    controller,
    show: () => renderInElement(element, translations, <Confirmation controller={controller} />),
    renewal,
    tellTab: (told: Session | null) => act(() => tellTab(told)),
    tellSelf: (told: Session | null) => act(() => tellSelf(told)),
  };
};

const store = (name: RegExp) => screen.getByRole('link', { name });
const storeLinks = () => [store(/App Store/), store(/Google Play/)];
/** Returns whether the browser would have followed the link, which the test prevents. */
const use = (link: Element, type: string): boolean => {
  let follows = false;
  const last = (event: Event) => {
    follows = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener(type, last, { once: true });
  act(() => void link.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true })));
  return follows;
};
const hrefs = () => storeLinks().map((link) => link.getAttribute('href'));

describe('the page after a purchase', () => {
  it('shows the three steps to everybody, without a request', () => {
    const { element, services, show } = build(null);
    show();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Download the app', 'Log in to the app', 'Keep an eye on your membership']);
    expect(hrefs()).toEqual(['https://numeria.example/app-store', 'https://numeria.example/google-play']);
    expect(screen.getByRole('link', { name: 'Manage subscription' }).getAttribute('href')).toBe(
      'https://portal.example/signin?lang=en',
    );
    const code = () => screen.getByRole('img', { name: 'QR code that opens this page' }).innerHTML;
    const forEverybody = code();
    expect(services.billing.refresh).not.toHaveBeenCalled();
    expect(element.ready).toHaveBeenCalledOnce();
    cleanup();
    build().show();
    expect(code()).toBe(forEverybody);
  });

  it('reports the trial with its end once the server has responded', async () => {
    const { element, services, show } = build();
    show();
    expect(services.startRenewal.mock.calls[0]?.[0]()).toBe('en');
    const first: unknown = expect.objectContaining({ amount: 999, at: expect.stringContaining('2026-12-21') });
    await vi.waitFor(() =>
      expect(element.emit).toHaveBeenCalledExactlyOnceWith('membership-checked', { kind: 'trial', first }),
    );
    expect(services.billing.refresh.mock.calls[0]?.[0]).toEqual({ token: session.token, checkout: 'cs_test_1' });
    expect(element.ready).toHaveBeenCalledOnce();
  });

  it('shows the code where another screen can scan it, also after a phone was turned', () => {
    const unused = { media: '', onchange: null, addListener: vi.fn(), removeListener: vi.fn() };
    const media = Object.assign(new EventTarget(), { ...unused, matches: true });
    vi.spyOn(window, 'matchMedia').mockReturnValue(media);
    build().show();
    expect(screen.queryByRole('img')).toBeNull();
    media.matches = false;
    act(() => void media.dispatchEvent(new Event('change')));
    expect(screen.getByRole('img', { name: 'QR code that opens this page' })).toBeDefined();
    vi.restoreAllMocks();
  });

  it.each([
    ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', ['Google Play', 'App Store']],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', ['App Store', 'Google Play']],
  ])('puts the store of this phone first: %s', (userAgent, names) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    build().show();
    const links = screen.getAllByRole('link', { name: /App Store|Google Play/ });
    expect(links.map(({ textContent }) => /App Store|Google Play/.exec(textContent ?? '')?.[0])).toEqual(names);
    vi.restoreAllMocks();
  });

  it('continues without a session when the server ended it', async () => {
    const { services, show } = build();
    services.billing.refresh.mockResolvedValue(fail('TOKEN_EXPIRED'));
    show();
    await vi.waitFor(() => expect(services.session.remove).toHaveBeenCalledOnce());
    expect(hrefs().join()).not.toContain('playfab_token');
    expect(screen.queryByText('parent@mail.example')).toBeNull();
  });

  it('keeps a session that another tab has stored instead', async () => {
    const { element, services, show } = build();
    services.billing.refresh.mockImplementation(async () => {
      services.session.read.mockReturnValue(renewed);
      return fail('TOKEN_EXPIRED');
    });
    show();
    await vi.waitFor(() => expect(element.emit).toHaveBeenCalledOnce());
    expect(services.session.remove).not.toHaveBeenCalled();
  });
});

describe('the links to the stores', () => {
  it('puts the token into the links to the stores, which send no referrer and open in a new tab', () => {
    build().show();
    for (const link of storeLinks()) {
      expect(new URL(link.getAttribute('href') ?? '').searchParams.get('playfab_token')).toBe(session.token);
      expect(link.getAttribute('rel')).toBe('noreferrer noopener');
      expect(link.getAttribute('target')).toBe('_blank');
      expect(link.textContent).toContain('(new tab)');
    }
  });

  it.each(['click', 'auxclick', 'contextmenu'])(
    'renews the session when the token leaves by a %s, without waiting',
    (event) => {
      const { renewal, show } = build();
      show();
      for (const link of storeLinks()) expect(use(link, event)).toBe(true);
      expect(renewal.leave).toHaveBeenCalledTimes(2);
    },
  );

  it('uses the new token in the links to the stores, renewed here or in another tab, and none after a sign-out', () => {
    const { show, tellSelf, tellTab } = build();
    show();
    tellSelf(renewed);
    expect(hrefs().join()).toContain(renewed.token);
    tellTab({ ...session, token: 'C'.repeat(43) });
    expect(hrefs().join()).toContain('C'.repeat(43));
    tellTab(null);
    expect(hrefs().join()).not.toContain('playfab_token');
  });
});

const subscribed = (changes: Parameters<typeof aSubscription>[0]) =>
  succeed({ isSubscribed: true, subscription: aSubscription(changes) });

it.each([
  ['a person who pays immediately', subscribed({ status: 'active' }), { kind: 'active' }],
  [
    'a person with an earlier membership',
    succeed({ isSubscribed: true, subscription: null, earlierUntil: '2027-03-03T10:00:00.000Z' }),
    { kind: 'active', earlierUntil: '2027-03-03T10:00:00.000Z' },
  ],
  ['a store that reports nothing else', succeed({ isSubscribed: true, subscription: null }), { kind: 'active' }],
  ['no payment yet', succeed({ isSubscribed: false, subscription: null }), { kind: 'pending' }],
  ['a payment that is due', subscribed({ status: 'past_due' }), { kind: 'pending' }],
  ['servers that cannot be reached', fail('SERVICE_UNAVAILABLE'), { kind: 'unknown' }],
])('describes %s', (_, answer, membership) => {
  expect(membershipOf(answer)).toEqual(membership);
});

it('reports nothing about a checkout that is no longer asked for', async () => {
  const { controller, element, services } = build();
  const first = Promise.withResolvers<Result<SubscriptionSummary>>();
  services.billing.refresh.mockReturnValueOnce(first.promise);
  const abort = controller.check('cs_test_1');
  abort();
  first.resolve(fail('TOKEN_EXPIRED'));
  controller.check('cs_test_2');
  await vi.waitFor(() => expect(element.ready).toHaveBeenCalledOnce());
  expect(services.billing.refresh.mock.calls[0]?.[1]?.aborted).toBe(true);
  expect(element.emit).toHaveBeenCalledExactlyOnceWith('membership-checked', {
    kind: 'trial',
    first: trial.subscription.nextPayment,
  });
  expect(services.session.remove).not.toHaveBeenCalled();
});

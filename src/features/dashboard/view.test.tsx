import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fail, succeed } from '../../lib/result.ts';
import { aSubscription } from '../../services/testing/builders.ts';
import { accountOf, billingPage, noOverview, paymentPage, session } from './testing/dashboard-builder.ts';
import { prepareDashboard, restoreFromBfcache, showDashboard } from './testing/show-dashboard.tsx';

const customer = { isSubscribed: true, subscription: aSubscription(), customerID: 'cus_1' };
const subscribe = () => screen.findByRole('button', { name: 'Start free trial' });
const manage = () => screen.findByRole('button', { name: 'Card and invoices' });

describe('a parent without a subscription', () => {
  const price = { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 } as const;

  it('sees the price and the end of the trial before entering a card', async () => {
    const offer = { price, trialEnd: '2026-11-29T10:00:00.000Z' };
    const { services } = showDashboard({ account: { offer } });
    const button = await subscribe();
    const said = 'Start now: free until November\u00a029,\u00a02026, then US$9.99 per month';
    expect(screen.getByText(/^Start now/).textContent).toBe(said);
    const trial = screen.getByText(/^The 7-day trial is free/).textContent;
    await userEvent.click(button);
    expect(services.billing.purchase.mock.calls[0]?.[0].shown).toBe(`${said}\n${trial}`);
  });

  it('goes to the payment page once, with the coupon of the address', async () => {
    const { services } = showDashboard({ attributes: { coupon: 'ETE' } });
    await userEvent.click(await subscribe());
    expect(services.billing.purchase).toHaveBeenCalledExactlyOnceWith(
      { userID: 'user-1', token: session.token, language: 'en', coupon: 'ETE', shown: expect.any(String) },
      expect.any(AbortSignal),
    );
    expect(services.visit).toHaveBeenLastCalledWith(paymentPage);
    expect(screen.queryByRole('button', { name: /invoices/ })).toBeNull();
  });

  it('sees why the payment page is not available, and can retry', async () => {
    const { services, show } = prepareDashboard();
    services.billing.purchase.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    show();
    await userEvent.click(await subscribe());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^The payment page could not be opened\. We can’t reach/);
    expect(document.activeElement).toBe(alert);
    expect(services.visit).not.toHaveBeenCalled();
    await userEvent.click(await subscribe());
    expect(services.visit).toHaveBeenCalledExactlyOnceWith(paymentPage);
  });

  it('sees a subscription that was bought in the meantime, and an explanation', async () => {
    const { services, show } = prepareDashboard();
    services.billing.purchase.mockResolvedValue(fail('ALREADY_SUBSCRIBED'));
    show();
    const button = await subscribe();
    const { user, status } = accountOf(customer);
    services.users.user.mockResolvedValue(succeed(user));
    services.billing.refresh.mockResolvedValue(succeed(status));
    await userEvent.click(button);
    const notice = await screen.findByText(/has a subscription already/);
    expect(document.activeElement?.contains(notice)).toBe(true);
    expect(await manage()).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Start free trial' })).toBeNull();
  });

  it('goes to no payment page after logging out', async () => {
    const { services, show } = prepareDashboard();
    services.billing.purchase.mockReturnValue(new Promise(() => {}));
    show();
    await userEvent.click(await subscribe());
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(services.billing.purchase.mock.calls[0]?.[1]?.aborted).toBe(true);
  });
});

describe('a Stripe customer', () => {
  it('opens the page where a Stripe customer manages the subscription', async () => {
    const { services } = showDashboard({ account: customer, language: 'fr' });
    expect(await screen.findByText(/^9,99\s\$US par mois$/)).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Carte et factures' }));
    expect(services.billing.manage).toHaveBeenCalledExactlyOnceWith(
      { customerID: 'cus_1', token: session.token, language: 'fr' },
      expect.any(AbortSignal),
    );
    expect(services.visit).toHaveBeenCalledExactlyOnceWith(billingPage);
  });

  it('uses the token that another tab has stored', async () => {
    const { services } = showDashboard({ account: customer });
    const button = await manage();
    services.session.read.mockReturnValue({ ...session, token: 'B'.repeat(43) });
    await userEvent.click(button);
    expect(services.billing.manage.mock.calls[0]?.[0].token).toBe('B'.repeat(43));
    expect(document.querySelector('slot[name=art]')).not.toBeNull();
  });

  it('sees immediately what has changed on the payment page', async () => {
    const { services, show } = prepareDashboard({
      account: { ...customer, isSubscribed: true },
      attributes: { payment: 'managed' },
    });
    const cancelled = aSubscription({ endsAt: '2026-12-21T10:00:00.000Z' });
    services.billing.refresh.mockResolvedValue(succeed({ isSubscribed: true, subscription: cancelled }));
    show();
    expect(await screen.findByText('Cancelled')).toBeDefined();
    expect(services.billing.refresh).toHaveBeenCalledExactlyOnceWith({ token: session.token }, expect.any(AbortSignal));
  });

  it('keeps a membership that is ending, reads that it goes on, and can end it again', async () => {
    const cancelled = aSubscription({ endsAt: '2026-12-21T10:00:00.000Z' });
    const { services } = showDashboard({ account: { ...customer, subscription: cancelled } });
    services.users.subscriptionStatus.mockResolvedValue(succeed(accountOf(customer).status));
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Keep my membership' }));
    expect(services.keep).toHaveBeenCalledExactlyOnceWith(session.token, expect.any(AbortSignal));
    const message = await screen.findByText('Your membership goes on.');
    expect(document.activeElement?.contains(message)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Keep my membership' })).toBeNull();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Cancel or withdraw' }).href).toMatch(/\/cancel/);
  });

  it.each([
    ['active', '2026-12-15', 1],
    ['active', null, 0],
    ['trialing', '2026-12-15', 0],
  ] as const)(
    'gets money back for what is cancelled only while that is possible, and never for a trial: %s, %s',
    async (status, withdrawUntil, links) => {
      const cancelled = aSubscription({ status, endsAt: '2026-12-21T10:00:00.000Z' });
      const { services, show } = prepareDashboard({ account: { ...customer, subscription: cancelled } });
      services.overview.mockResolvedValue(succeed({ ...noOverview, withdrawUntil }));
      show();
      await screen.findByRole('button', { name: 'Keep my membership' });
      const found = screen.queryAllByRole<HTMLAnchorElement>('link', {
        name: /^Get your money back .until December.15,/,
      });
      expect(found.map(({ search }) => new URLSearchParams(search).get('mode'))).toEqual(
        Array(links).fill('withdrawal'),
      );
      expect(screen.queryByRole('link', { name: 'Cancel or withdraw' })).toBeNull();
    },
  );

  it('reads that keeping the membership is under way while Stripe is away, or that it failed', async () => {
    const account = { ...customer, subscription: aSubscription({ endsAt: '2026-12-21T10:00:00.000Z' }) };
    const { services } = showDashboard({ account });
    services.keep.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my membership' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Your cancellation could not be undone\. We can’t/);
    await userEvent.click(screen.getByRole('button', { name: 'Keep my membership' }));
    expect(await screen.findByText(/^We have noted that you keep your membership/)).toBeDefined();
  });

  it('reads which payment failed and when the card is tried again, and changes it', async () => {
    const due = { amount: 999, next: '2026-12-09T10:00:00.000Z' };
    const { services } = showDashboard({
      account: { ...customer, subscription: aSubscription({ status: 'past_due', due }) },
    });
    expect(await screen.findByText(/^The payment of US\$9\.99 failed\. .* on December 9, 2026\./)).toBeDefined();
    expect(document.querySelector('slot[name=art]')).toBeNull();
    const change = screen.getByRole('button', { name: 'Change your card' });
    expect(change.className).toContain('maths-button-brand');
    await userEvent.click(change);
    expect(services.visit).toHaveBeenCalledExactlyOnceWith(billingPage);
    expect(screen.queryByText(/^Thank you/)).toBeNull();
    services.billing.refresh.mockResolvedValue(succeed({ isSubscribed: true, subscription: aSubscription() }));
    restoreFromBfcache();
    const thanks = await screen.findByText('Thank you. US$9.99 is paid; your membership goes on.');
    expect(document.activeElement?.contains(thanks)).toBe(true);
  });

  it('thanks no other person in the same tab for that payment', async () => {
    const { services } = showDashboard({ account: customer });
    services.due.write('user-2 US$9.99');
    await manage();
    expect(screen.queryByText(/^Thank you/)).toBeNull();
  });

  it('finds the app first, then what is charged when', async () => {
    showDashboard({ account: customer });
    const button = await manage();
    const app = screen.getByRole('link', { name: 'Get the app' });
    expect(app.className).toBe('maths-button');
    const price = screen.getByText('US$9.99 per month');
    expect(app.compareDocumentPosition(price)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(button.className).toContain('maths-button-line');
  });

  it('sees it after Back as well, with an enabled button', async () => {
    const { services } = showDashboard({ account: customer });
    await userEvent.click(await manage());
    const cancelled = aSubscription({ endsAt: '2026-12-21T10:00:00.000Z' });
    services.billing.refresh.mockResolvedValue(succeed({ isSubscribed: true, subscription: cancelled }));
    restoreFromBfcache();
    expect(await screen.findByText('Cancelled')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Card and invoices' }));
    expect(services.billing.manage).toHaveBeenCalledTimes(2);
  });
});

it.each([
  ['apple', 'https://apps.apple.com/account/subscriptions'],
  ['google', 'https://play.google.com/store/account/subscriptions'],
] as const)('sends a subscriber of %s to the store, and offers only earlier invoices', async (store, address) => {
  showDashboard({ account: { ...customer, subscription: aSubscription({ store, price: null }) } });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Manage it/ });
  expect([link.href, link.target, link.rel]).toEqual([address, '_blank', 'noopener']);
  expect(screen.getByRole('button', { name: 'See my invoices' }).className).toContain('maths-button-line');
  expect(screen.queryByRole('button', { name: /Subscribe|trial/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Cancel or withdraw' })).toBeNull();
});

it('shows a calm notice once after a return without a payment, which is read first', async () => {
  showDashboard({ attributes: { payment: 'cancelled' } });
  const notice = await screen.findByText(/Nothing was charged/);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toMatch(/Nothing was charged/));
  expect(notice).toBeDefined();
  expect(await subscribe()).toBeDefined();
});

const opened = () => screen.findByText('Not subscribed');

describe('the account page', () => {
  it('shows immediately whose account it is, and the subscription once the servers have responded', async () => {
    const { element } = showDashboard();
    expect(screen.getAllByText('parent@mail.example')).toHaveLength(1);
    expect(screen.getByRole('status').textContent).toBe('Loading your account…');
    await opened();
    expect(screen.queryByRole('status')).toBeNull();
    expect(element.ready).toHaveBeenCalledOnce();
  });

  it('leaves immediately without a session', () => {
    const { element, services } = showDashboard({ stored: null });
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'ended' });
    expect(services.users.user).not.toHaveBeenCalled();
  });

  it.each([
    ['user', 'subscriptionStatus'],
    ['subscriptionStatus', 'user'],
  ] as const)('leaves when %s reports that the session ended, also when %s fails', async (call, other) => {
    const { element, services, show } = prepareDashboard();
    services.users[call].mockResolvedValue(fail('TOKEN_EXPIRED'));
    services.users[other].mockResolvedValue(fail('OFFLINE'));
    show();
    await vi.waitFor(() => expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'ended' }));
    expect(services.session.remove).toHaveBeenCalledOnce();
  });

  it('reports that the servers do not respond, keeps the session, and asks the same again', async () => {
    const { element, services, show } = prepareDashboard({ attributes: { payment: 'managed' } });
    services.users.user.mockResolvedValueOnce(fail('OFFLINE'));
    show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/offline/);
    expect(document.activeElement).toBe(alert);
    expect(services.session.remove).not.toHaveBeenCalled();
    expect(element.failed).toHaveBeenCalledExactlyOnceWith({ code: 'OFFLINE', message: alert.textContent });
    expect(screen.getByText('Not available')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByText('Not available')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family membership' }));
    await opened();
    expect(document.activeElement?.textContent).toBe('Family membership');
    expect(services.billing.refresh).toHaveBeenCalledTimes(2);
  });

  it('does not ask Stripe again when the person has not been there', async () => {
    const { services, show } = prepareDashboard();
    services.users.user.mockResolvedValueOnce(fail('OFFLINE'));
    show();
    expect(document.querySelector('.maths-pill')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await opened();
    expect(document.querySelector('.maths-account-opening')).toBeNull();
    expect(services.billing.refresh).not.toHaveBeenCalled();
  });

  it('logs out here immediately, also while the servers are slow, and on the server without waiting for it', async () => {
    const { element, services, show } = prepareDashboard();
    services.users.user.mockReturnValue(new Promise(() => {}));
    services.users.signOut.mockReturnValue(new Promise(() => {}));
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(services.session.remove).toHaveBeenCalledOnce();
    expect(services.users.signOut).toHaveBeenCalledExactlyOnceWith(session.token);
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'requested' });
  });

  it('follows a log-out in another tab', async () => {
    const { element, tellTab } = showDashboard();
    await opened();
    tellTab(null);
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'ended' });
  });

  it('keeps a session that another tab has stored instead', async () => {
    const { element, services, show } = prepareDashboard();
    const renewed = { ...session, token: 'B'.repeat(43) };
    services.users.user.mockImplementation(async (token) => {
      if (token === renewed.token) return succeed({ id: 'user', integrations: [] });
      services.session.read.mockReturnValue(renewed);
      return fail('TOKEN_EXPIRED');
    });
    show();
    await opened();
    expect(services.session.remove).not.toHaveBeenCalled();
    expect(element.emit).not.toHaveBeenCalledWith('signed-out', expect.anything());
  });

  it('sends the owner one link, in his language, and shows where it went', async () => {
    const { services, speak } = showDashboard();
    await opened();
    speak('fr');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Réinitialiser le mot de passe' }));
    const message = await screen.findByRole('status');
    expect(message.textContent).toMatch(/parent@mail\.example/);
    expect(document.activeElement).toBe(message);
    expect(services.sendRecoveryMail.mock.calls[0]?.slice(0, 2)).toEqual(['parent@mail.example', 'fr']);
  });

  it('shows the owner why the mail cannot be sent', async () => {
    const { services, show } = prepareDashboard();
    services.sendRecoveryMail.mockResolvedValue(fail('AccountNotFound'));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/can’t find this account/);
  });
});

describe('a parent whose membership began elsewhere', () => {
  const secret = 'L'.repeat(43);

  it('gets a link by mail, once', async () => {
    const { services } = showDashboard();
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Email me a link' }));
    expect((await screen.findByRole('status')).textContent).toMatch(/^We have sent you a link/);
    expect(services.users.mailMoveInLink).toHaveBeenCalledExactlyOnceWith(session.token, 'en', expect.any(AbortSignal));
  });

  it.each([
    [true, /^Your membership is in this account now/],
    [false, /found no membership of your address/],
  ])('opens the link, after the password if it is needed: %s', async (isHere, said) => {
    const { services, show } = prepareDashboard({ secret });
    services.users.openMoveInLink.mockResolvedValue(succeed(isHere));
    services.users.openMoveInLink.mockResolvedValueOnce(fail('RECENT_SIGN_IN_REQUIRED'));
    show();
    await userEvent.type(await screen.findByLabelText('Password'), 'my password');
    expect(screen.queryByText(said)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show it' }));
    await screen.findByText(said);
    expect(services.signInAgain).toHaveBeenCalledOnce();
    expect(services.users.openMoveInLink).toHaveBeenLastCalledWith(session.token, secret, expect.any(AbortSignal));
    expect(services.users.subscriptionStatus).toHaveBeenCalledTimes(2);
  });

  it.each(['', secret])('sees that a link is damaged, too old or for another account: "%s"', async (given) => {
    const { services, show } = prepareDashboard({ secret: given });
    services.users.openMoveInLink.mockResolvedValue(fail('LINK_EXPIRED'));
    show();
    expect((await screen.findByRole('alert')).textContent).toMatch(/too old, not complete, or belongs to another/);
  });
});

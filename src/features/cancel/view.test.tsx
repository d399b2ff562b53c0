import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Declaration, CancelOverview } from '../../contracts/calls/cancel.ts';
import { type Language, languages } from '../../contracts/language.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { done, fail, type Result, succeed } from '../../lib/result.ts';
import { aSubscription, signInResponse } from '../../services/testing/builders.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { type CancelServices, createCancelController } from './controller.ts';
import { Cancel } from './view.tsx';

const translations = await translationsOf('cancel');
const declaration: Declaration = {
  id: 'd1',
  kind: 'cancellation',
  declaredAt: '2026-12-03T09:00:00.000Z',
  state: 'confirmed',
};
const member: CancelOverview = {
  subscription: { ...aSubscription(), currentPeriodEnd: '2026-12-21T10:00:00.000Z' },
  isRead: true,
  cancellationEndsAt: '2026-12-21T10:00:00.000Z',
  withdrawUntil: '2026-12-15',
  canUndo: false,
  latest: null,
};
const underWay = (kind: 'cancellation' | 'withdrawal' | 'undo') => ({
  ...declaration,
  kind,
  result: null,
  endsAt: null,
  refunded: null,
});
const ending: CancelOverview = {
  ...member,
  subscription: {
    ...aSubscription(),
    currentPeriodEnd: '2026-12-21T10:00:00.000Z',
    endsAt: '2026-12-21T10:00:00.000Z',
  },
  canUndo: true,
};

type Options = { token?: string; secret?: string; language?: Language; mode?: string };

/** Creates the controller. Each call succeeds unless it is replaced. `token`: that of a signed-in parent. */
const open = (changes: Partial<CancelServices> = {}, { token, secret, language = 'en', mode }: Options = {}) => {
  const store = { session: token === undefined ? null : { ...signInResponse(), token, email: 'marie@example.com' } };
  const tabs = { changed: () => {}, seen: () => {} };
  const mailed: Declaration = { ...declaration, state: 'mailed' };
  const services = {
    session: {
      read: () => store.session,
      subscribe: (listener) => {
        tabs.changed = () => listener(store.session);
        return () => {};
      },
    },
    onSeen: (listener) => {
      tabs.seen = listener;
      return () => {};
    },
    read: vi.fn<CancelServices['read']>(async () => succeed(member)),
    declare: vi.fn<CancelServices['declare']>(async () => succeed(declaration)),
    undo: vi.fn<CancelServices['undo']>(async () => succeed(member)),
    declareByMail: vi.fn<CancelServices['declareByMail']>(async () => succeed(mailed)),
    readLink: vi.fn<CancelServices['readLink']>(async () => succeed(mailed)),
    confirmLink: vi.fn<CancelServices['confirmLink']>(async () => succeed(declaration)),
    giveReason: vi.fn<CancelServices['giveReason']>(async () => done),
  } satisfies CancelServices;
  const element = fakeElement('first-party', mode === undefined ? {} : { mode }, language);
  const controller = createCancelController({ ...services, ...changes }, element, secret ?? null);
  const reach = (step: string) => vi.waitFor(() => expect(controller.state().step).toBe(step));
  return { services, element, controller, reach, store, tabs };
};
const show = (changes: Partial<CancelServices> = {}, options: Options = {}) => {
  const opened = open(changes, options);
  renderInElement(opened.element, translations, <Cancel controller={opened.controller} />);
  return opened;
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const status = async () => (await screen.findByRole('status')).textContent;

describe('ending a contract on the screen', () => {
  it('lets a visitor declare by name and address, after a summary', async () => {
    const { services, element } = show();
    expect(element.ready).toHaveBeenCalledOnce();
    expect([services.read, services.readLink].flatMap(({ mock }) => mock.calls)).toEqual([]);
    await press('Withdraw from contract here');
    expect(document.activeElement).toBe(screen.getByRole('form'));
    await press('Check and continue');
    expect(document.activeElement).toBe(screen.getByLabelText('First and last name'));
    expect(screen.getByText('Please enter your name.')).toBeDefined();
    await userEvent.type(screen.getByLabelText('First and last name'), 'Marie Curie');
    await userEvent.type(screen.getByLabelText('Email of your account'), 'marie@example.com');
    await press('Check and continue');
    expect(services.declareByMail).not.toHaveBeenCalled();
    expect(screen.getByText('marie@example.com')).toBeDefined();
    await press('Back');
    expect(screen.getByLabelText<HTMLInputElement>('Email of your account').value).toBe('marie@example.com');
    await press('Check and continue');
    await press('Confirm withdrawal');
    const body = { kind: 'withdrawal', lang: 'en', name: 'Marie Curie', email: 'marie@example.com' };
    expect(services.declareByMail.mock.calls[0]?.[0]).toEqual(body);
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('declared', { kind: 'withdrawal' });
    expect(await status()).toMatch(/on December.3,.2026, .*A confirmation is on its way to marie@example\.com/);
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('asks a visitor who wants the account deleted for the address only, and reads no session', async () => {
    const { services, element } = show({}, { token: 't', mode: 'deletion' });
    expect(screen.queryByLabelText('First and last name')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await press('Check and continue');
    expect(document.activeElement).toBe(screen.getByLabelText('Email of your account'));
    await userEvent.type(screen.getByLabelText('Email of your account'), 'marie@example.com');
    await press('Check and continue');
    await press('Delete the account for good');
    const body = { kind: 'deletion', lang: 'en', name: '', email: 'marie@example.com' };
    expect(services.declareByMail.mock.calls[0]?.[0]).toEqual(body);
    expect(services.read).not.toHaveBeenCalled();
    expect(element.emit).not.toHaveBeenCalled();
    expect(await status()).toMatch(/Please open the link in it/);
  });

  it('deletes the account of a mailed link after a press, and asks for no reason', async () => {
    const mailed: Declaration = { ...declaration, kind: 'deletion', state: 'mailed' };
    const changes: Partial<CancelServices> = {
      readLink: async () => succeed(mailed),
      confirmLink: async () => succeed({ ...mailed, state: 'confirmed' }),
    };
    show(changes, { secret: 's', mode: 'deletion' });
    await press('Delete the account for good');
    expect(await status()).toMatch(/We will tell you when it is done/);
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('asks for another link to delete the account when one is too old', async () => {
    show({ readLink: async () => fail('LINK_EXPIRED') }, { secret: 's', mode: 'deletion' });
    await press('Start again');
    expect(screen.getByLabelText('Email of your account')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel your contract' })).toBeNull();
  });

  it('shows a parent the membership, and asks for a reason after the cancellation', async () => {
    const { services } = show({}, { token: 't' });
    expect(screen.getByText(translations.en('opening'))).toBeDefined();
    expect(await screen.findByText(/next payment is US\$9.99 on December.21,.2026/)).toBeDefined();
    expect(
      screen.getByText(/^It ends at once, and whatever you paid .* Possible until December.15,.2026\.$/),
    ).toBeDefined();
    await press('Withdraw from contract here');
    expect(screen.getByText(translations.en('recap.atOnce'))).toBeDefined();
    await press('Back');
    await press('Cancel your contract');
    expect(screen.getByText(/^December.21,.2026$/)).toBeDefined();
    await press('Confirm cancellation');
    expect(services.declare.mock.calls[0]?.slice(0, 2)).toEqual(['t', { kind: 'cancellation', lang: 'en' }]);
    expect(await status()).toContain('We received your cancellation on');
    expect(document.activeElement).toBe(screen.getByRole('status'));
    await press('It costs too much');
    expect(services.giveReason.mock.calls[0]?.[0]).toEqual({ id: 'd1', reason: 'price' });
    expect(await screen.findByText('Thank you, this helps us.')).toBeDefined();
  });

  it.each(['cancellation', 'withdrawal'])('begins with the choice of the link: %s', async (mode) => {
    show({}, { mode });
    expect(screen.getByLabelText('First and last name')).toBeDefined();
    cleanup();
    show({}, { mode, token: 't' });
    expect(await screen.findByText('Please check, then confirm')).toBeDefined();
    cleanup();
    show({ read: async () => succeed({ ...ending, withdrawUntil: null }) }, { mode, token: 't' });
    expect(await screen.findByRole('button', { name: 'Keep my membership' })).toBeDefined();
  });

  it('offers to keep the membership until it ends', async () => {
    const { services } = show({ read: async () => succeed(ending) }, { token: 't' });
    expect(await screen.findByText(/ends on December.21,.2026/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel your contract' })).toBeNull();
    expect(screen.queryByRole('button', { name: translations.en('anotherAddress') })).toBeNull();
    await press('Keep my membership');
    expect(services.undo).toHaveBeenCalledOnce();
    expect(
      await screen.findByText(/^Your membership goes on. The next payment is US\$9.99 on December.21,.2026.$/),
    ).toBeDefined();
  });

  const of = (change: object): CancelOverview => ({ ...member, subscription: { ...aSubscription(), ...change } });
  const end = { currentPeriodEnd: '2026-12-21T10:00:00.000Z' };
  const isLast = { ...end, endsAt: '2026-12-21T10:00:00.000Z' };
  it.each([
    [
      of({ ...end, status: 'trialing' }),
      /^Your free trial runs until December.21,.2026. Then the first payment of US\$9.99 is taken.$/,
    ],
    [of({ ...isLast, status: 'trialing', nextPayment: undefined }), /and the membership with it/],
    [of(isLast), /ends on December.21,.2026. One last payment of US\$9.99/],
    [
      of({ ...end, status: 'past_due', due: { amount: 999, next: null } }),
      /^The payment of US\$9.99 failed. If you cancel, it is no longer collected.$/,
    ],
    [of({ ...end, pause: { until: null } }), /paused/],
    [of({ ...end, nextPayment: undefined }), /cannot show this membership/],
    [of({ ...end, endsAt: '2027-06-01T10:00:00.000Z' }), /ends on June.1,.2027, and renews until then/],
    [of({ ...end, status: 'ended' }), /^Your membership has ended. Is another one running/],
    [{ ...member, subscription: null }, /^We asked Stripe/],
    [{ ...member, subscription: null, isRead: false }, /^We cannot reach Stripe/],
    [{ ...ending, latest: underWay('undo'), canUndo: false }, /^We have noted that you keep your membership/],
    [{ ...ending, latest: underWay('cancellation'), canUndo: false }, /^We have noted that you cancel/],
    [{ ...ending, latest: underWay('withdrawal'), canUndo: false }, /^We have noted that you withdraw/],
  ] satisfies [CancelOverview, RegExp][])(
    'says what a parent has and what is being carried out: %o',
    async (overview, sentence) => {
      show({ read: async () => succeed(overview) }, { token: 't' });
      expect(await screen.findByText(sentence)).toBeDefined();
    },
  );

  const none: CancelOverview = { ...member, subscription: null, withdrawUntil: null };

  it('reads again when the parent comes back, such as after a payment in another tab', async () => {
    const read = vi.fn<CancelServices['read']>(async () => succeed(none));
    const { tabs } = show({ read }, { token: 't' });
    expect(await screen.findByText(translations.en('nothing'))).toBeDefined();
    read.mockResolvedValue(succeed(member));
    tabs.seen();
    expect(await screen.findByText(/on December.21,.2026/)).toBeDefined();
  });

  const became = (kind: 'cancellation' | 'withdrawal', change: Partial<CancelOverview['latest']>): CancelOverview => ({
    ...member,
    latest: { ...underWay(kind), endsAt: '2026-12-21T10:00:00.000Z', ...change },
  });
  const asTrial = (overview: CancelOverview): CancelOverview => ({
    ...overview,
    subscription: aSubscription({ status: 'trialing', endsAt: '2026-12-21T10:00:00.000Z', nextPayment: undefined }),
  });
  const refunded = { amount: 999, currency: 'usd' };

  it.each([
    [
      asTrial(became('cancellation', { result: 'ends' })),
      /Cancelled. Free until December.21,.2026; nothing will be ch/,
    ],
    [became('cancellation', { result: 'ends' }), /Cancelled. Your membership goes on until December.21,.2026; nothing/],
    [became('cancellation', { result: 'ended' }), /Ended today. Nothing more will be charged for it./],
    [
      became('withdrawal', { result: 'ended', refunded }),
      /Ended today. US\$9.99 goes back to your card, usually within/,
    ],
    [became('withdrawal', { result: 'ended' }), /Ended today. Nothing was paid for it, so nothing goes back./],
    [
      became('withdrawal', { result: 'ended', refunded: { ...refunded, amount: 0 } }),
      /Ended. What you paid had gone back to you before./,
    ],
  ])('says what became of a declaration once it is carried out, and leads back: %#', async (outcome, sentence) => {
    const kind = outcome.latest?.kind === 'withdrawal' ? 'withdrawal' : 'cancellation';
    const { services, controller, reach } = show(
      { declare: async () => succeed({ ...declaration, kind }) },
      { token: 't' },
    );
    await reach('choosing');
    services.read
      .mockResolvedValueOnce(succeed({ ...outcome, latest: underWay(kind) }))
      .mockResolvedValue(succeed(outcome));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    act(() => controller.choose(kind));
    await act(async () => controller.confirm());
    expect(screen.getByRole('status').textContent).toContain(translations.en('mailFollows'));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.getByRole('status').textContent).toMatch(sentence);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Back to your account' }).href).toMatch(/\/dashboard/);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(services.read).toHaveBeenCalledTimes(3);
  });

  it.each([
    [asTrial(member), /^Free until December.21,.2026, then it ends. You can undo this until then.$/, 'trial' as const],
    [member, /^It goes on until December.21,.2026, then it ends. You can undo this until then.$/, 'what' as const],
    [{ ...member, cancellationEndsAt: null }, /^It ends at once. This cannot be undone.$/, 'now' as const],
  ])(
    'says what a cancellation means for this membership, also in the summary: %#',
    async (overview, sentence, what) => {
      const subscription = overview.subscription && { ...overview.subscription, endsAt: null };
      show({ read: async () => succeed({ ...overview, subscription }) }, { token: 't' });
      expect(await screen.findByText(sentence)).toBeDefined();
      await press('Cancel your contract');
      expect(screen.getByText(translations.en(`kinds.cancellation.${what}`))).toBeDefined();
    },
  );

  it('uses the token that another tab has renewed', async () => {
    const { services, store, tabs } = show({}, { token: 't' });
    await press('Cancel your contract');
    if (store.session) store.session.token = 'renewed';
    tabs.changed();
    await press('Confirm cancellation');
    expect(services.declare.mock.calls[0]?.[0]).toBe('renewed');
  });

  it('forgets the membership when another tab logs out, and shows the one of another person', async () => {
    const { store, tabs, services } = show({}, { token: 't' });
    await press('Cancel your contract');
    const { session } = store;
    store.session = null;
    tabs.changed();
    expect(await screen.findByText(translations.en('visitor'))).toBeDefined();
    cleanup();
    const other = show({}, { token: 't' });
    await press('Cancel your contract');
    other.services.read.mockResolvedValue(succeed(ending));
    other.store.session = session && { ...session, token: 'other', email: 'ada@example.com' };
    other.tabs.changed();
    expect(await screen.findByRole('button', { name: 'Keep my membership' })).toBeDefined();
    expect(other.services.read.mock.lastCall?.[0]).toBe('other');
    expect([services, other.services].flatMap(({ declare }) => declare.mock.calls)).toEqual([]);
  });

  it('says that the session has ended instead of what was pressed', async () => {
    show({ declare: async () => fail('TOKEN_EXPIRED') }, { token: 't' });
    await press('Cancel your contract');
    await press('Confirm cancellation');
    expect((await screen.findByRole('alert')).textContent).toBe('Your session has ended. Please log in again.');
    expect(screen.getByText(translations.en('visitor'))).toBeDefined();
  });

  it('explains that it is too late to undo', async () => {
    show({ read: async () => succeed(ending), undo: async () => fail('NOT_FOUND') }, { token: 't' });
    await press('Keep my membership');
    expect((await screen.findByRole('alert')).textContent).toContain('no cancellation to undo any more');
  });

  it.each([
    ['apple', 'App Store', 'Google Play'],
    ['google', 'Google Play', 'App Store'],
  ] as const)('tells a subscriber of %s where to cancel', async (store, name, other) => {
    const subscription = { ...aSubscription(), store };
    show({ read: async () => succeed({ ...member, subscription, withdrawUntil: null }) }, { token: 't' });
    expect(await screen.findByText(/bought in an app store/)).toBeDefined();
    expect(screen.getByRole('link', { name: new RegExp(name) })).toBeDefined();
    expect(screen.queryByRole('link', { name: new RegExp(other) })).toBeNull();
    expect(screen.getByRole('button', { name: translations.en('anotherAddress') })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel your contract' })).toBeNull();
  });

  it('confirms the declaration of a mailed link by a press only, with the secret of the link', async () => {
    const { services, element } = show({}, { secret: 's', token: 't' });
    expect(screen.getByText(translations.en('opening'))).toBeDefined();
    expect(element.ready).not.toHaveBeenCalled();
    expect(await screen.findByText(/^December.3,.2026/)).toBeDefined();
    expect(element.ready).toHaveBeenCalledOnce();
    expect(services.confirmLink).not.toHaveBeenCalled();
    await press('Confirm cancellation');
    expect(services.confirmLink.mock.calls[0]?.[0]).toBe('s');
    expect(services.read).not.toHaveBeenCalled();
    expect(await status()).toContain('We received your cancellation on');
  });

  it.each([
    ['too old', 's', 'linkSpent', 1],
    ['damaged', '', 'common.linkDamaged', 0],
  ] as const)('says that a mailed link is %s, and starts again', async (_case, secret, sentence, readings) => {
    const readLink = vi.fn(async () => fail('LINK_EXPIRED'));
    const { services } = show({ readLink }, { secret, token: 't' });
    expect((await screen.findByRole('alert')).textContent).toBe(translations.en(sentence));
    expect(readLink).toHaveBeenCalledTimes(readings);
    expect(services.read).not.toHaveBeenCalled();
    await press('Start again');
    expect(await screen.findByRole('button', { name: 'Cancel your contract' })).toBeDefined();
  });

  it('keeps the summary and announces why when the declaration cannot be sent', async () => {
    const { element } = show({ declare: async () => fail('OFFLINE') }, { token: 't' });
    await press('Cancel your contract');
    await press('Confirm cancellation');
    expect(document.activeElement).toBe(await screen.findByRole('alert'));
    expect(element.failed).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Confirm cancellation' })).toBeDefined();
  });

  it('asks to check name and address when the server refuses them', async () => {
    const { element } = show({ declareByMail: async () => fail('INVALID_PAYLOAD') });
    await press('Cancel your contract');
    await userEvent.type(screen.getByLabelText('First and last name'), '\u200b');
    await userEvent.type(screen.getByLabelText('Email of your account'), 'marie@example.com');
    await press('Check and continue');
    await press('Confirm cancellation');
    expect(document.activeElement).toBe(await screen.findByLabelText('First and last name'));
    expect(screen.getByText('Please check this name.')).toBeDefined();
    expect(screen.getByText('Please check this address.')).toBeDefined();
    const message = 'Please check your name and your address.';
    expect(element.failed).toHaveBeenCalledExactlyOnceWith({ code: 'INVALID_PAYLOAD', message });
  });

  it('works without the account when it cannot be read, also after another try', async () => {
    const { element } = show({ read: async () => fail('SERVICE_UNAVAILABLE') }, { token: 't' });
    await press('Try again');
    await vi.waitFor(() => expect(element.failed).toHaveBeenCalledTimes(2));
    await press('Continue without the account');
    expect(await screen.findByRole('button', { name: 'Withdraw from contract here' })).toBeDefined();
  });

  it.each(languages)('uses the wording of the law, and names the days at each step, in %s', async (language) => {
    const words = {
      en: ['Cancel your contract', 'Confirm cancellation', 'Withdraw from contract here', 'Confirm withdrawal'],
      fr: [
        'Résilier votre contrat',
        'Notification de la résiliation',
        'Se rétracter du contrat ici',
        'Confirmer la rétractation',
      ],
    }[language];
    const days = { en: /^Within 14.days of the start/, fr: /^Dans les 14.jours qui suivent/ }[language];
    show({}, { language, token: 't' });
    await press(words[0] ?? '');
    await screen.findByRole('button', { name: words[1] ?? '' });
    await press(language === 'fr' ? 'Retour' : 'Back');
    expect(document.activeElement?.className).toBe('maths-cancel');
    await press(words[2] ?? '');
    await screen.findByRole('button', { name: words[3] ?? '' });
    cleanup();
    show({}, { language });
    expect(screen.getByText(days)).toBeDefined();
    await press(words[2] ?? '');
    expect(screen.getByLabelText(translations[language]('name'))).toBeDefined();
    expect(screen.getByText(days)).toBeDefined();
  });
});

describe('the controller of ending a contract', () => {
  it('declares once, in the language that is around the element then', async () => {
    const { controller, element, services, reach } = open({}, { token: 't' });
    controller.start?.();
    await reach('choosing');
    controller.choose('withdrawal');
    element.state.language = 'fr';
    controller.confirm();
    controller.confirm();
    await reach('received');
    expect(services.declare.mock.calls.map((call) => call.slice(0, 2))).toEqual([
      ['t', { kind: 'withdrawal', lang: 'fr' }],
    ]);
  });

  it('ends its request when it is stopped, and reads again when it is started again', async () => {
    const { controller, services, reach } = open({}, { secret: 's' });
    const failures = vi.fn();
    controller.onFailure(failures);
    const first = Promise.withResolvers<Result<Declaration>>();
    services.readLink.mockReturnValueOnce(first.promise);
    const stop = controller.start?.();
    stop?.();
    expect(services.readLink.mock.calls[0]?.[1]?.aborted).toBe(true);
    controller.start?.();
    first.resolve(fail('LINK_EXPIRED'));
    await reach('recap');
    expect(services.readLink).toHaveBeenCalledTimes(2);
    expect(failures).not.toHaveBeenCalled();
  });

  it('shows what was confirmed before by the same link, and does not report that a reason was lost', async () => {
    const { controller, services, reach } = open({ readLink: async () => succeed(declaration) }, { secret: 's' });
    const failures = vi.fn();
    controller.onFailure(failures);
    services.giveReason.mockResolvedValue(fail('TIMEOUT'));
    controller.start?.();
    await reach('received');
    controller.giveReason('price');
    await vi.waitFor(() => expect(controller.state()).toMatchObject({ reason: 'given' }));
    expect(failures).not.toHaveBeenCalled();
  });

  it.each([
    [{ name: '', email: 'marie@example.com' }, { name: 'missing' }],
    [{ name: 'Marie', email: 'marie' }, { email: 'invalid' }],
    [{ name: 'Marie', email: 'marie@example.com,other@example.com' }, { email: 'invalid' }],
    [{ name: 'x'.repeat(121), email: 'marie@example.com' }, { name: 'long' }],
    [
      { name: '', email: '' },
      { name: 'missing', email: 'missing' },
    ],
  ])('names what is missing or wrong in %j', (declarant, fields) => {
    const { controller } = open();
    controller.choose('withdrawal');
    controller.type(declarant);
    expect(controller.state()).toMatchObject({ step: 'typing', typed: declarant });
    const state = controller.state();
    expect(state.step === 'typing' && state.formError?.fields).toEqual({
      name: undefined,
      email: undefined,
      ...fields,
    });
  });

  it('keeps what was typed on the way back', () => {
    const { controller } = open();
    const typed = { name: 'Marie Curie', email: 'marie@example.com' };
    controller.choose('withdrawal');
    controller.type(typed);
    controller.goBack();
    expect(controller.state()).toMatchObject({ step: 'typing', typed });
    controller.goBack();
    controller.choose('cancellation');
    expect(controller.state()).toMatchObject({ step: 'typing', typed });
  });

  it.each(['TOKEN_EXPIRED', 'UNAUTHORIZED'] as const)('goes on without a session that is over: %s', async (code) => {
    const visitor = { step: 'choosing', source: { by: 'visitor' } };
    const { controller, services } = open({}, { token: 't' });
    services.read.mockResolvedValueOnce(fail(code));
    services.declare.mockResolvedValueOnce(fail(code));
    controller.start?.();
    await vi.waitFor(() => expect(controller.state()).toMatchObject(visitor));
    controller.open();
    await vi.waitFor(() => expect(controller.state()).toMatchObject({ source: { by: 'account' } }));
    controller.choose('cancellation');
    controller.confirm();
    await vi.waitFor(() => expect(controller.state()).toMatchObject(visitor));
  });
});

import { paymentReturnOf, signOutEvent, type SignOutReason } from '../../contracts/elements.ts';
import type { CancelOverview } from '../../contracts/calls/cancel.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import type { Session } from '../../contracts/session.ts';
import { readableAmount } from '../../lib/texts.ts';
import { brand } from '../../config/brand.ts';
import { done, fail, type Result } from '../../lib/result.ts';
import { createSingleRequest } from '../../lib/single-request.ts';
import { type ActionState, createAction } from '../shared/action.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';
import { type ElementContext, secretOfElement } from '../shared/element-context.ts';
import {
  createOwnerDialog,
  type OwnerDialog,
  type OwnerProof,
  ownerDialogStart,
  type OwnerDialogState,
} from './owner-dialog.ts';
import { type Account, type DashboardServices, openAccount } from './services.ts';

type PageState =
  /** The session is being checked. The browser knows whose session it is. */
  | { step: 'opening'; notice: PaymentNotice; email: string }
  | { step: 'unreachable'; notice: PaymentNotice; email: string; failure: Failure }
  | { step: 'open'; notice: PaymentNotice; email: string; account: Account }
  | { step: 'left'; deleted: boolean };

type SignedInState = Exclude<PageState, { step: 'left' }>;

/**
 * The notice above the account: the checkout was left, or rejected for a subscriber, a failed payment was made, or the
 * link was opened that moves a membership in.
 */
type PaymentNotice =
  | { name: 'payment-cancelled' | 'already-subscribed' | 'moved-in' | 'not-moved-in' }
  | { name: 'paid'; amount: string }
  | null;

type DashboardState = {
  page: PageState;
  purchase: ActionState<string>;
  manage: ActionState<string>;
  keep: ActionState<CancelOverview>;
  recovery: ActionState;
  link: ActionState;
  deletion: OwnerDialogState;
  copy: OwnerDialogState;
  moveIn: OwnerDialogState;
};

export type DashboardController = Controller<DashboardState> & {
  retry(): void;
  logOut(): void;
  /** Opens the payment page. @param shown what the page says about price, trial and renewal */
  purchase(shown: string): void;
  manage(): void;
  keep(): void;
  sendRecoveryMail(): void;
  deletion: OwnerDialog;
  /** Saves a copy of the owner's data. */
  copy: OwnerDialog;
  /** Mails the link that moves a membership in. */
  mailLink(): void;
  moveIn: OwnerDialog;
};

export type AccountViewProps = { page: SignedInState; state: DashboardState; controller: DashboardController };

const idle = { step: 'idle' } as const;

/**
 * The parent's account (product-spec.md#2-screens-and-routes, `/dashboard`): opens it, renews the session, and leaves.
 * @param target the element, at which the page fires `sign-out`
 */
export const createDashboardController = (
  services: DashboardServices,
  element: ElementContext,
  target: EventTarget,
): DashboardController => {
  const { session: store, users, billing } = services;
  const payment = paymentReturnOf(element.attribute('payment') ?? null);
  const owner = store.read()?.email;
  const notice = payment === 'cancelled' ? ({ name: 'payment-cancelled' } as const) : null;
  const { set, reportFailure, ...core } = createControllerCore<DashboardState>({
    purchase: idle,
    manage: idle,
    keep: idle,
    recovery: idle,
    link: idle,
    deletion: ownerDialogStart,
    copy: ownerDialogStart,
    moveIn: ownerDialogStart,
    page: owner === undefined ? { step: 'left', deleted: false } : { step: 'opening', notice, email: owner },
  });
  const change = (part: Partial<DashboardState>): void => set({ ...core.state(), ...part });
  // The buttons that need the address are not shown without a session.
  const email = owner ?? '';

  const payments = {
    purchase: createAction<string>((purchase) => change({ purchase })),
    manage: createAction<string>((manage) => change({ manage })),
  };
  const keep = createAction<CancelOverview>((step) => change({ keep: step }));
  const recovery = createAction<void>((step) => change({ recovery: step }));
  const link = createAction<void>((step) => change({ link: step }));
  const secret = secretOfElement(target);
  const endPayments = (): void => {
    payments.purchase.reset();
    payments.manage.reset();
  };
  const show = (next: (page: SignedInState) => PageState): void => {
    const before = core.state().page;
    // A response after a sign-out opens nothing again.
    if (before.step === 'left') return;
    const page = next(before);
    if (page.step !== 'open') endPayments();
    change({ page });
  };

  const reading = createSingleRequest();
  /** Whether the last reading asked the server to query Stripe, after a visit to a payment page. */
  let isRefresh = payment === 'managed';
  const leave = (reason: SignOutReason): void => {
    store.remove();
    show(() => ({ step: 'left', deleted: false }));
    element.emit('signed-out', { reason });
  };
  const retry = (): void => {
    const session = store.read();
    if (session === null) return leave('ended');
    // The page begins again for another person, who has pressed nothing.
    if (session.email !== email) return services.reload();
    show(({ notice }) => ({ step: 'opening', notice, email }));
    read(isRefresh);
  };
  // The server ended the session. Another tab may have stored a new one in the meantime, which must not be ended.
  const ended = (token: string): void => (store.read()?.token === token ? leave('ended') : retry());

  /** Returns the thanks for a payment that had failed before its owner changed the card. */
  const paidSince = ({ userID, subscription }: Account): PaymentNotice => {
    const [payer, amount] = services.due.read()?.split(' ', 2) ?? [];
    if (!amount || payer !== userID || subscription?.status !== 'active') return null;
    services.due.write('');
    return { name: 'paid', amount };
  };

  const read = (refresh: boolean): void => {
    reading.abort();
    isRefresh = refresh;
    const session = store.read();
    if (session === null) return leave('ended');
    const { token } = session;
    void reading.send((signal) => openAccount(services, { token, refresh }, signal), {
      succeeded: (account) => {
        const paid = paidSince(account);
        show((page) => ({ step: 'open', notice: paid ?? page.notice, email, account }));
        element.ready();
      },
      failed: (failure) => {
        if (failure.code === 'TOKEN_EXPIRED') ended(token);
        else {
          // The known account stays when it could not be refreshed.
          show((page) => (page.step === 'open' ? page : { step: 'unreachable', notice: page.notice, email, failure }));
          reportFailure(failure);
        }
        element.ready();
      },
    });
  };
  const follow = (session: Session | null): void => {
    if (session === null) return leave('ended');
    if (session.email !== email) retry();
  };
  const logOut = (): void => {
    const session = store.read();
    // The browser ends the session immediately, without waiting for the server.
    if (session !== null) void users.signOut(session.token);
    leave('requested');
  };

  /** Uses the current token, because another tab may have renewed it. `about`: the key of what failed. */
  const asOwner = async <T>(
    about: string,
    call: (token: string, signal: AbortSignal) => Promise<Result<T>>,
    signal: AbortSignal,
  ): Promise<Result<T>> => {
    const token = store.read()?.token;
    const result = token === undefined ? fail('TOKEN_EXPIRED') : await call(token, signal);
    if (result.ok || signal.aborted) return result;
    const { failure } = result;
    // The dialog asks for the password then, which is no error.
    if (failure.code !== 'RECENT_SIGN_IN_REQUIRED') reportFailure({ ...failure, about });
    if (failure.code === 'TOKEN_EXPIRED') ended(token ?? '');
    if (failure.code === 'ALREADY_SUBSCRIBED') {
      show((page) => ({ ...page, notice: { name: 'already-subscribed' } }));
      read(true);
    }
    return result;
  };
  const goTo = (
    name: keyof typeof payments,
    ask: (token: string, signal: AbortSignal) => Promise<Result<string>>,
  ): void => payments[name].run((signal) => asOwner('payment.failed', ask, signal), { succeeded: services.visit });
  const sendRecoveryMail = async (signal: AbortSignal): Promise<Result<void>> => {
    const result = await services.sendRecoveryMail(email, element.language(), signal);
    if (!result.ok && !signal.aborted) reportFailure(result.failure);
    return result;
  };
  /** Signs the owner in again first, if there is a proof. */
  const asRecentOwner =
    <T>(about: string, call: (token: string, signal: AbortSignal) => Promise<Result<T>>) =>
    async (proof: OwnerProof | undefined, signal: AbortSignal): Promise<Result<T>> => {
      const credentials = { email, language: element.language() };
      const signedIn = proof === undefined ? done : await services.signInAgain({ ...credentials, ...proof }, signal);
      if (!signedIn.ok) {
        if (!signal.aborted) reportFailure({ ...signedIn.failure, about });
        return signedIn;
      }
      return asOwner(about, call, signal);
    };
  const deletion = createOwnerDialog({
    state: () => core.state().deletion,
    set: (state) => change({ deletion: state }),
    run: asRecentOwner('delete.failed', (token, signal) => users.deleteAccount(token, element.language(), signal)),
    succeeded: () => {
      store.remove();
      show(() => ({ step: 'left', deleted: true }));
      element.emit('account-deleted', {});
    },
  });
  const copy = createOwnerDialog<string>({
    state: () => core.state().copy,
    set: (state) => change({ copy: state }),
    run: asRecentOwner('data.failed', users.exportData),
    succeeded: (file) => {
      services.save(`${brand.slug}.json`, new Blob([file], { type: 'application/json' }));
      copy.show('none');
    },
  });
  const moveIn = createOwnerDialog<boolean>({
    state: () => core.state().moveIn,
    set: (state) => change({ moveIn: state }),
    run: asRecentOwner('moveIn.failed', (token, signal) => users.openMoveInLink(token, secret ?? '', signal)),
    succeeded: (isHere) => {
      show((page) => ({ ...page, notice: { name: isHere ? 'moved-in' : 'not-moved-in' } }));
      moveIn.show('none');
      read(false);
    },
  });

  return {
    ...core,
    deletion,
    copy,
    moveIn,
    retry,
    logOut,
    purchase: (shown) => {
      const { page } = core.state();
      if (page.step !== 'open') return;
      const { userID } = page.account;
      const order = { userID, language: element.language(), coupon: element.attribute('coupon'), shown };
      goTo('purchase', (token, signal) => billing.purchase({ ...order, token }, signal));
    },
    manage: () => {
      const { page } = core.state();
      if (page.step !== 'open' || page.account.customerID === null) return;
      const { userID, customerID, subscription } = page.account;
      const language = element.language();
      const { due, price } = subscription ?? {};
      services.due.write(due && price ? `${userID} ${readableAmount(due.amount, price.currency, language)}` : '');
      const order = { customerID, language };
      goTo('manage', (token, signal) => billing.manage({ ...order, token }, signal));
    },
    keep: () => keep.run((signal) => asOwner('keep.failed', services.keep, signal), { succeeded: () => read(false) }),
    sendRecoveryMail: () => recovery.run(sendRecoveryMail),
    mailLink: () =>
      link.run((signal) =>
        asOwner('moveIn.failed', (token) => users.mailMoveInLink(token, element.language(), signal), signal),
      ),
    start: () => {
      const signOutRequested = (event: Event): void => {
        // Cancels the event, so that the page knows that it need not log out itself.
        event.preventDefault();
        logOut();
      };
      target.addEventListener(signOutEvent, signOutRequested);
      const ends = [
        () => target.removeEventListener(signOutEvent, signOutRequested),
        store.subscribe(follow),
        services.startRenewal(element.language, follow).stop,
        // The buttons lead to the payment pages again.
        services.onRestored(() => {
          endPayments();
          read(true);
        }),
        reading.abort,
        () => {
          endPayments();
          for (const action of [keep, recovery, link, deletion, copy, moveIn]) action.reset();
        },
      ];
      read(isRefresh);
      if (secret !== null && owner !== undefined) moveIn.beginAtOnce();
      return () => {
        for (const end of ends) end();
      };
    },
  };
};

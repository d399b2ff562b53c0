import type { Endpoints } from '../../config/endpoints.ts';
import {
  type Declaration,
  type DeclarationKind,
  declarantNameMaximum,
  declarationKinds,
  type CancelOverview,
  type CancelReason,
  type MailedKind,
} from '../../contracts/calls/cancel.ts';
import { standingOf } from '../../contracts/calls/subscription.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { onSeen } from '../../lib/browser.ts';
import { createSingleRequest } from '../../lib/single-request.ts';
import { second } from '../../lib/time.ts';
import { createCancelClient, type CancelClient } from '../../services/cancel.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';
import type { ElementContext } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/controller.ts';
import { checkFailed, emailIssue, type FormError, requestFailed } from '../shared/form-error.ts';

type Declarant = { name: string; email: string };
type DeclarantError = FormError<keyof Declarant>;

/** Who chooses: a signed-in parent, or a visitor with what was typed. */
export type Chooser = { by: 'account'; overview: CancelOverview } | { by: 'visitor'; declarant: Declarant };
/** Who declares: also the owner of a mailed link. */
type Source = Chooser | { by: 'link'; declaration: Declaration };

export type CancelState =
  | { step: 'opening' }
  | { step: 'unreachable'; failure: Failure }
  | { step: 'link-spent'; isDamaged: boolean }
  | { step: 'choosing'; source: Chooser; busy: boolean; failure: Failure | null; isBack: boolean }
  /** `formError` has a new value for each check that failed. */
  | { step: 'typing'; kind: MailedKind; typed: Declarant; formError: DeclarantError | null }
  | { step: 'recap'; kind: MailedKind; source: Source; busy: boolean; failure: Failure | null }
  /** `outcome`: what Stripe says after it was carried out, for a signed-in parent. */
  | {
      step: 'received';
      declaration: Declaration;
      source: Source;
      reason: 'open' | 'sending' | 'given';
      outcome: CancelOverview | null;
    };

const ready = { busy: false, failure: null };
const choosing = (source: Chooser, isBack = false): Extract<CancelState, { step: 'choosing' }> => ({
  step: 'choosing',
  source,
  ...ready,
  isBack,
});
/** The summary. Nothing is declared before it. */
const recap = (kind: MailedKind, source: Source): CancelState => ({ step: 'recap', kind, source, ...ready });
const received = (declaration: Declaration, source: Source): CancelState => ({
  step: 'received',
  declaration,
  source,
  reason: 'open',
  outcome: null,
});
const nobody = { by: 'visitor', declarant: { name: '', email: '' } } as const;

/** Returns what was confirmed last, while it is carried out. */
export const underWayOf = ({ latest }: CancelOverview): NonNullable<CancelOverview['latest']>['kind'] | null =>
  latest?.result === null ? latest.kind : null;

/**
 * Returns whether this end of the contract can be declared: by a visitor always, by a parent if there is one to end.
 */
export const isOpen = (kind: DeclarationKind, source: Chooser): boolean => {
  if (source.by === 'visitor') return true;
  const { subscription, isRead, withdrawUntil } = source.overview;
  const underWay = underWayOf(source.overview);
  if (underWay !== null) return underWay !== 'withdrawal' && kind === 'withdrawal' && withdrawUntil !== null;
  if (kind === 'withdrawal') return withdrawUntil !== null;
  // Nothing is certain while Stripe is away, and a declaration counts from the moment in which it is made.
  if (subscription === null || subscription.store !== 'stripe') return !isRead;
  return !['ended', 'ending', 'trialEnding'].includes(standingOf(subscription));
};

const chosen = (kind: MailedKind, source: Chooser): CancelState =>
  source.by === 'account' ? recap(kind, source) : { step: 'typing', kind, typed: source.declarant, formError: null };

/** The codes by which the server says that the session is over. The visitor can then leave without one. */
const sessionCodes = ['TOKEN_EXPIRED', 'UNAUTHORIZED'];

/** Returns null when the declaration can be sent. */
const checkDeclarant = ({ name, email }: Declarant, kind: MailedKind): DeclarantError | null => {
  const nameIssue =
    name === '' && kind !== 'deletion' ? 'missing' : name.length > declarantNameMaximum ? 'long' : undefined;
  const fields = { name: nameIssue, email: emailIssue(email) } as const;
  return fields.name === undefined && fields.email === undefined ? null : checkFailed('REQUIRED_FIELDS', fields);
};

const failed = (state: CancelState, failure: Failure): CancelState => {
  if (failure.code === 'LINK_EXPIRED') return { step: 'link-spent', isDamaged: false };
  const isAccounts = !('source' in state) || state.source.by === 'account';
  if (sessionCodes.includes(failure.code) && isAccounts) {
    const isPressed = state.step === 'choosing' || state.step === 'recap';
    return isPressed ? { ...choosing(nobody, true), failure } : choosing(nobody);
  }
  switch (state.step) {
    case 'choosing':
      return { ...state, busy: false, failure };
    case 'recap': {
      const { source, kind } = state;
      // The server does not say which of the two it refuses.
      if (failure.code === 'INVALID_PAYLOAD' && source.by === 'visitor') {
        const name = kind === 'deletion' ? undefined : ('refused' as const);
        const formError = requestFailed(failure, { name, email: 'refused' } as const);
        return { step: 'typing', kind, typed: source.declarant, formError };
      }
      return { ...state, busy: false, failure };
    }
    default:
      return { step: 'unreachable', failure };
  }
};

const sent = (state: CancelState): CancelState => {
  if (state.step === 'choosing' || state.step === 'recap') return { ...state, busy: true, failure: null };
  return state.step === 'received' ? { ...state, reason: 'sending' } : state;
};

const before = (state: CancelState): CancelState => {
  if (state.step === 'typing') return choosing({ by: 'visitor', declarant: state.typed }, true);
  if (state.step !== 'recap' || state.source.by === 'link') return state;
  return state.source.by === 'account' ? choosing(state.source, true) : chosen(state.kind, state.source);
};

export type CancelServices = CancelClient & {
  session: Pick<SessionStore, 'read' | 'subscribe'>;
  onSeen: typeof onSeen;
};

export const createCancelServices = (endpoints: Endpoints): CancelServices => ({
  ...createCancelClient(endpoints),
  session: createSessionStore(),
  onSeen,
});

export type CancelController = FormController<CancelState> & {
  open(): void;
  choose(kind: DeclarationKind): void;
  /** Shows the summary of what a visitor typed, or what is wrong with it. */
  type(declarant: Declarant): void;
  goBack(): void;
  startAgain(): void;
  confirm(): void;
  undo(): void;
  giveReason(reason: CancelReason): void;
};

/**
 * Ends a contract (decisions.md#6-flows, "Cancelling and withdrawing").
 * @param secret the secret of a mailed link: null without one, and empty if it is damaged
 */
export const createCancelController = (
  services: CancelServices,
  element: ElementContext,
  secret: string | null,
): CancelController => {
  // A widget reads no session: a partner's page has no session of the portal.
  const isPortals = element.mode().kind === 'first-party';
  /** A parent who can log in deletes the account on its page. */
  const isDeletion = isPortals && element.attribute('mode') === 'deletion';
  const readSession = () => (isPortals && !isDeletion ? services.session.read() : null);
  /** The session now, because another tab may renew or end it. */
  const token = () => readSession()?.token ?? '';
  /** Whose membership is shown. */
  let owner = readSession()?.email;
  /** The choice of the link that led to the page. */
  const wanted = isPortals ? declarationKinds.find((kind) => kind === element.attribute('mode')) : undefined;
  const begin = (source: Chooser): CancelState =>
    wanted !== undefined && isOpen(wanted, source) ? chosen(wanted, source) : choosing(source);
  const first = (): CancelState => (isDeletion ? chosen('deletion', nobody) : choosing(nobody, true));
  const { set, send, reportFailure, ...core } = createFormCore<CancelState>(choosing(nobody));
  // The prerendered view is that of a visitor.
  if (secret === '') set({ step: 'link-spent', isDamaged: true });
  else if (secret !== null || owner !== undefined) set({ step: 'opening' });
  else if (isDeletion) set(first());
  else if (wanted !== undefined) set(begin(nobody));
  const reports = {
    sent: () => set(sent(core.state())),
    failed: (failure: Failure) => {
      set(failed(core.state(), failure));
      reportFailure(failure);
    },
  };

  const open = (): void => {
    if (secret === '') return;
    const opening = { ...reports, sent: () => set({ step: 'opening' }) };
    if (secret !== null) {
      void send((signal) => services.readLink(secret, signal), {
        ...opening,
        succeeded: (declaration) => {
          const source = { by: 'link', declaration } as const;
          const isOpen = declaration.state === 'mailed';
          set(isOpen ? recap(declaration.kind, source) : received(declaration, source));
        },
      });
    } else if (owner !== undefined) {
      void send((signal) => services.read(token(), signal), {
        ...opening,
        succeeded: (overview) => set(begin({ by: 'account', overview })),
      });
    }
  };

  const declare = (source: Source, kind: MailedKind, signal: AbortSignal) => {
    const lang = element.language();
    if (source.by === 'link') return services.confirmLink(secret ?? '', signal);
    if (source.by === 'account' && kind !== 'deletion') return services.declare(token(), { kind, lang }, signal);
    const { declarant } = source.by === 'visitor' ? source : nobody;
    return services.declareByMail({ kind, lang, ...declarant }, signal);
  };

  /**
   * Shows the membership of another person, or none, after another tab. What a visitor types, and a mailed link, stay.
   */
  const follow = (): void => {
    const email = readSession()?.email;
    const state = core.state();
    const isAccounts = state.step === 'typing' ? false : !('source' in state) || state.source.by === 'account';
    if (email === owner || secret !== null || !isAccounts) return;
    owner = email;
    core.abort();
    if (email === undefined) set(choosing(nobody, true));
    else open();
  };
  const again = createSingleRequest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Reads what became of a declaration: soon, as Stripe usually answers at once, and then ever more rarely. */
  const followUp = (id: string, wait = second): void => {
    const later = () => followUp(id, 2 * wait);
    timer = setTimeout(() => {
      void again.send((signal) => services.read(token(), signal), {
        succeeded: (outcome) => {
          const state = core.state();
          if (state.step !== 'received' || state.declaration.id !== id) return;
          if (outcome.latest?.id === id && outcome.latest.result !== null) set({ ...state, outcome });
          else later();
        },
        failed: later,
      });
    }, wait);
  };
  /** Reads again when the parent comes back from another tab, such as the one of the payment. */
  const readAgain = (): void => {
    const shown = core.state();
    if (shown.step !== 'choosing' || shown.source.by !== 'account' || shown.busy) return;
    void again.send((signal) => services.read(token(), signal), {
      // The parent has gone on in the meantime.
      succeeded: (overview) => core.state() === shown && set({ ...shown, source: { by: 'account', overview } }),
    });
  };

  return {
    ...core,
    // The prerendered view has no field.
    submit: () => undefined,
    open,
    choose: (kind) => {
      const state = core.state();
      if (state.step === 'choosing') set(chosen(kind, state.source));
    },
    type: (declarant) => {
      const state = core.state();
      if (state.step !== 'typing') return;
      const formError = checkDeclarant(declarant, state.kind);
      if (formError === null) set(recap(state.kind, { by: 'visitor', declarant }));
      else set({ ...state, typed: declarant, formError });
    },
    goBack: () => set(before(core.state())),
    startAgain: () => set(first()),
    confirm: () => {
      const state = core.state();
      if (state.step !== 'recap') return;
      const { source, kind } = state;
      void send((signal) => declare(source, kind, signal), {
        ...reports,
        succeeded: (declaration) => {
          set(received(declaration, source));
          if (kind !== 'deletion') element.emit('declared', { kind });
          if (source.by === 'account') followUp(declaration.id);
        },
      });
    },
    undo: () =>
      void send((signal) => services.undo(token(), signal), {
        ...reports,
        succeeded: (overview) => set(choosing({ by: 'account', overview }, true)),
      }),
    giveReason: (reason) => {
      const state = core.state();
      if (state.step !== 'received') return;
      const { id } = state.declaration;
      const given = (): void => {
        const now = core.state();
        if (now.step === 'received') set({ ...now, reason: 'given' });
      };
      // A reason is optional, so no one needs to know that it was lost.
      void send((signal) => services.giveReason({ id, reason }, signal), {
        ...reports,
        succeeded: given,
        failed: given,
      });
    },
    start: () => {
      open();
      const ends = [
        services.session.subscribe(follow),
        services.onSeen(readAgain),
        () => clearTimeout(timer),
        again.abort,
        core.abort,
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
};

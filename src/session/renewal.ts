import { renewalInterval, type Session } from '../contracts/session.ts';
import type { Result } from '../lib/result.ts';
import { type Timers, timers as realTimers } from '../lib/timers.ts';
import type { SessionStore } from './session-store.ts';

/** Runs the work unless another tab is running it. Without Web Locks it always runs. */
export type RunExclusively = (work: () => Promise<void>) => Promise<void>;

export type RenewalOptions = {
  store: Omit<SessionStore, 'isAvailable'>;
  /** Registers a new token in place of the session's. `leaving`: the old one went out in a store link. */
  renew(session: Session, leaving: boolean): Promise<Result<Session>>;
  /** Called when a renewal is rejected. Returns whether the session itself has ended, and not only the new token. */
  isOver(token: string): Promise<boolean>;
  /** Ends a token on the server that arrived after the person has signed out. */
  discard(token: string): void;
  /**
   * Reports changes of this tab, as `SessionStore.subscribe` does for other tabs: renewed, or null when the server
   * ended it.
   */
  onChange(session: Session | null): void;
  runExclusively?: RunExclusively;
  timers?: Timers;
};

export type Renewal = {
  /** Renews immediately, because the token leaves in a store link. The old one then expires within a day. */
  leave(): void;
  stop(): void;
};

const lockName = 'maths-portal-renewal';

const runWithLock: RunExclusively = async (work) => {
  const { locks } = navigator;
  if (locks === undefined) return work();
  await locks.request(lockName, { ifAvailable: true }, async (lock) => (lock === null ? undefined : work()));
};

/**
 * Renews the session of an open page (decisions.md#4-sessions-and-tokens): every 50 minutes it gets a new token. Only
 * one of several tabs renews; the others receive the new session and restart their 50 minutes. A failed renewal is
 * retried an interval later and keeps the mark that its token has left. The token itself is valid for weeks.
 */
export const startRenewal = ({
  store,
  renew,
  isOver,
  discard,
  onChange,
  runExclusively = runWithLock,
  timers = realTimers,
}: RenewalOptions): Renewal => {
  let cancel = () => {};
  let stopped = false;
  let left: string | undefined;

  const renewOnce = async (seen: string): Promise<void> => {
    const session = store.read();
    // Another tab was faster, or the person signed out.
    if (session === null || session.token !== seen) return;
    const renewed = await renew(session, seen === left);
    const over = !renewed.ok && renewed.failure.code === 'TOKEN_EXPIRED' && (await isOver(seen));
    const isOurs = store.read()?.token === seen;
    if (renewed.ok && isOurs && store.write(renewed.value)) return onChange(renewed.value);
    if (renewed.ok) discard(renewed.value.token);
    // A renewed token that the browser does not store ends the session, too: the stored one expires in a minute.
    if (isOurs && (renewed.ok || over)) {
      store.remove();
      onChange(null);
    }
  };

  const renewAndGoOn = (token: string): void => void runExclusively(() => renewOnce(token)).then(schedule, schedule);

  const schedule = (): void => {
    cancel();
    const session = store.read();
    if (stopped || session === null) return;
    cancel = timers.after(renewalInterval, () => renewAndGoOn(session.token));
  };

  const unsubscribe = store.subscribe(schedule);
  schedule();
  return {
    leave: () => {
      left = store.read()?.token;
      if (left !== undefined) renewAndGoOn(left);
    },
    stop: () => {
      stopped = true;
      cancel();
      unsubscribe();
    },
  };
};

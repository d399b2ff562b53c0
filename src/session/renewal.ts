import type { Session } from '../contracts/session.ts';
import { renewalInterval } from '../contracts/token.ts';
import type { Result } from '../lib/result.ts';
import { type Timers, timers as realTimers } from '../lib/timers.ts';
import type { SessionStore } from './session-store.ts';

/** Runs the work unless another tab is at it; without Web Locks it just runs. */
export type RunAlone = (work: () => Promise<void>) => Promise<void>;

export type RenewalOptions = {
  store: SessionStore;
  /** Registers a fresh token in place of the session's. `leaving`: the old one went out in a store link. */
  renew(session: Session, leaving: boolean): Promise<Result<Session>>;
  /** Asked when a renewal is refused: whether it is the session that has ended, and not only the fresh token. */
  isOver(token: string): Promise<boolean>;
  /** Ends a token on the server: one that came too late for a person who has left. */
  discard(token: string): void;
  /** What `SessionStore.subscribe` tells of other tabs, of this one: renewed, or null when the server ended it. */
  onChange(session: Session | null): void;
  runAlone?: RunAlone;
  timers?: Timers;
};

export type Renewal = {
  /** The token leaves in a store link: renews now, so that the one that left dies within a day. */
  leave(): void;
  stop(): void;
};

const lockName = 'maths-portal-renewal';

const runAloneByLock: RunAlone = async (work) => {
  const { locks } = navigator;
  if (locks === undefined) return work();
  await locks.request(lockName, { ifAvailable: true }, async (lock) => (lock === null ? undefined : work()));
};

/**
 * Keeps the session of a page that is left open fresh (decisions section 4): every 50 minutes a new token. Of several
 * tabs one renews; the others see the new session come and start their 50 minutes anew. A renewal that fails is tried
 * again an interval later, and knows then too that its token has left: the token itself lives for weeks.
 */
export const startRenewal = ({
  store,
  renew,
  isOver,
  discard,
  onChange,
  runAlone = runAloneByLock,
  timers = realTimers,
}: RenewalOptions): Renewal => {
  let cancel = () => {};
  let stopped = false;
  let left: string | undefined;

  const renewOnce = async (seen: string): Promise<void> => {
    const session = store.read();
    // Another tab was faster, or the person left.
    if (session === null || session.token !== seen) return;
    const renewed = await renew(session, seen === left);
    const over = !renewed.ok && renewed.failure.code === 'TOKEN_EXPIRED' && (await isOver(seen));
    const isOurs = store.read()?.token === seen;
    if (renewed.ok && !isOurs) discard(renewed.value.token);
    if (renewed.ok && isOurs) {
      store.write(renewed.value);
      onChange(renewed.value);
    }
    if (over && isOurs) {
      store.remove();
      onChange(null);
    }
  };

  const renewAndGoOn = (token: string): void => void runAlone(() => renewOnce(token)).then(schedule, schedule);

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

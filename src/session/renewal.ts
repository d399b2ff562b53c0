import type { Session } from '../contracts/session.ts';
import { renewalInterval } from '../contracts/token.ts';
import type { Result } from '../lib/result.ts';
import { type Timers, timers as realTimers } from '../lib/timers.ts';
import type { SessionStore } from './session-store.ts';

/** Runs the work unless another tab is at it; without Web Locks it just runs. */
export type RunAlone = (work: () => Promise<void>) => Promise<void>;

export type RenewalOptions = {
  store: SessionStore;
  /** Registers a fresh token in place of the session's; answers with the session that holds it. */
  renew(session: Session): Promise<Result<Session>>;
  /** Ends a token on the server: one that came too late for a person who has left. */
  discard(token: string): void;
  runAlone?: RunAlone;
  timers?: Timers;
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
 * again an interval later: the token itself lives for weeks.
 * The answer stops it.
 */
export const startRenewal = ({
  store,
  renew,
  discard,
  runAlone = runAloneByLock,
  timers = realTimers,
}: RenewalOptions): (() => void) => {
  let cancel = () => {};
  let stopped = false;

  const renewOnce = async (seen: string): Promise<void> => {
    const session = store.read();
    // Another tab was faster, or the person left.
    if (session === null || session.token !== seen) return;
    const renewed = await renew(session);
    if (!renewed.ok) return;
    if (store.read()?.token === seen) store.write(renewed.value);
    else discard(renewed.value.token);
  };

  const schedule = (): void => {
    cancel();
    const session = store.read();
    if (stopped || session === null) return;
    cancel = timers.after(renewalInterval, () => {
      void runAlone(() => renewOnce(session.token)).then(schedule, schedule);
    });
  };

  const unsubscribe = store.subscribe(schedule);
  schedule();
  return () => {
    stopped = true;
    cancel();
    unsubscribe();
  };
};

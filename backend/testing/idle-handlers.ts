import type { JobHandlers } from '../domain/outbox/worker.ts';

const nothing = async (): Promise<void> => undefined;

/** Handlers for each kind of job that do nothing: override those that a test is about. */
export const idleHandlers: JobHandlers = {
  mail: nothing,
  'delete-account': nothing,
  'sync-customer': nothing,
  'sync-all': nothing,
  'settle-checkout': nothing,
  'cancel-duplicate': nothing,
  'finish-reset': nothing,
  leave: nothing,
  'sync-subscriber': nothing,
  conversion: nothing,
};

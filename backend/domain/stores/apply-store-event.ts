import type { Database } from '../../db/database.ts';
import { deletedPlayers } from '../deleted-players.ts';
import { type StoreSubscription, storeSubscriptionsRepository } from '../../store/store-subscriptions.repository.ts';
import { type StoreTransfer, storeTransfersRepository } from '../../store/store-transfers.repository.ts';
import { changeOf, type StoreEvent } from './store-event.ts';

/** Returns the current owners: the names in the event, followed through all transfers since then. */
const ownersOf = async (trx: Database, { store, appUserIds, reportedAt }: StoreSubscription): Promise<string[]> => {
  let owners = appUserIds;
  let since = reportedAt;
  for (;;) {
    const transfer = await storeTransfersRepository(trx).next(owners, store, since);
    if (transfer === null) return deletedPlayers(trx).without(owners);
    owners = transfer.to;
    since = transfer.reportedAt;
  }
};

const applyUpdate = async (trx: Database, reported: StoreSubscription): Promise<void> => {
  const appUserIds = await ownersOf(trx, reported);
  // All names belong to a deleted account.
  if (appUserIds.length === 0) return;
  await storeSubscriptionsRepository(trx).save({ ...reported, appUserIds });
};

const transfer = async (trx: Database, moved: StoreTransfer): Promise<void> => {
  await storeTransfersRepository(trx).add(moved);
  const subscriptions = storeSubscriptionsRepository(trx);
  for (const bought of await subscriptions.ownedBefore(moved.from, moved.store, moved.reportedAt)) {
    await subscriptions.give(bought, await ownersOf(trx, bought));
  }
};

/**
 * Runs the job `store-event`. The newest event decides the state of a subscription, and each transfer moves earlier
 * events, so their order and repetition do not matter. Events are applied one at a time, because an event and the
 * transfer of its subscription may be processed at once.
 */
export const applyStoreEvent = async (database: Database, event: StoreEvent): Promise<void> => {
  const change = changeOf(event);
  if (change === null) return;
  await database.transaction().execute(async (trx) => {
    await storeTransfersRepository(trx).lock();
    if (change.kind === 'update') await applyUpdate(trx, change.subscription);
    else await transfer(trx, change.transfer);
  });
};

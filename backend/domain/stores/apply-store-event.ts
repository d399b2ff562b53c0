import type { Database } from '../../db/database.ts';
import { deletedPlayers } from '../deleted-players.ts';
import { type StoreSubscription, storeSubscriptionsRepository } from '../../store/store-subscriptions.repository.ts';
import { type StoreTransfer, storeTransfersRepository } from '../../store/store-transfers.repository.ts';
import { changeOf, type StoreEvent } from './store-event.ts';

/** Who has it now: the names it was told with, and where transfers since then have brought it. */
const ownersOf = async (trx: Database, { store, appUserIds, toldAt }: StoreSubscription): Promise<string[]> => {
  let owners = appUserIds;
  let since = toldAt;
  for (;;) {
    const transfer = await storeTransfersRepository(trx).next(owners, store, since);
    if (transfer === null) return deletedPlayers(trx).without(owners);
    owners = transfer.to;
    since = transfer.toldAt;
  }
};

const tell = async (trx: Database, told: StoreSubscription): Promise<void> => {
  const appUserIds = await ownersOf(trx, told);
  // All its names are of somebody who deleted the account.
  if (appUserIds.length === 0) return;
  await storeSubscriptionsRepository(trx).tell({ ...told, appUserIds });
};

const transfer = async (trx: Database, moved: StoreTransfer): Promise<void> => {
  await storeTransfersRepository(trx).add(moved);
  const subscriptions = storeSubscriptionsRepository(trx);
  for (const bought of await subscriptions.ownedBefore(moved.from, moved.store, moved.toldAt)) {
    await subscriptions.give(bought, await ownersOf(trx, bought));
  }
};

/**
 * The job `store-event`. The newest event says how a subscription stands, and each transfer moves what was told before
 * it: the order in which they come does not matter, nor how often. One at a time, for an event and the transfer of
 * what it tells may be in two hands.
 */
export const applyStoreEvent = async (database: Database, event: StoreEvent): Promise<void> => {
  const change = changeOf(event);
  if (change === null) return;
  await database.transaction().execute(async (trx) => {
    await storeTransfersRepository(trx).lock();
    if (change.kind === 'told') await tell(trx, change.subscription);
    else await transfer(trx, change.transfer);
  });
};

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmulatorDatabase } from '../database.ts';
import { hashPassword } from '../playfab/secrets.ts';
import { createPlayfabSchema, newPlayer, playersStore } from '../playfab/store.ts';
import type { RevenueCatEmulator } from '../revenuecat/emulator.ts';
import { type Invoice, newInvoice } from '../stripe/invoice-objects.ts';
import {
  daysAfter,
  due,
  hidden,
  newCustomer,
  newSchedule,
  newSubscription,
  periodEndAfter,
  periodOf,
  type SubscriptionObject,
  unix,
} from '../stripe/objects.ts';
import { createStripeSchema, find, save } from '../stripe/store.ts';
import { endOf, nextDateOf } from '../stripe/subscriptions.ts';
import { writeTownClasses } from './classes.ts';

/** The members of an earlier system, and how many of each there are among 300. */
const kinds = {
  live: 155,
  capitals: 10,
  trial: 20,
  ending: 20,
  pastDue: 10,
  ended: 15,
  addressDiffers: 5,
  addressAllowed: 5,
  twoOfOneAddress: 10,
  twoLive: 5,
  severalItems: 5,
  schedule: 5,
  otherProduct: 5,
  otherCurrency: 5,
  invoiced: 5,
  deletedPlayer: 5,
  store: 15,
};
type Kind = keyof typeof kinds;
const order = Object.entries(kinds).flatMap(([kind, count]) => Array.from({ length: count }, () => kind)) as Kind[];

/** The password of everybody in the town. */
export const townPassword = 'correct horse battery';

export type TownMember = ReturnType<typeof memberOf>;

/** Returns the member of a number. Two of one address have one player. One of an app store is unknown to Stripe. */
const memberOf = (index: number) => {
  const kind: Kind = order[index % order.length] ?? 'live';
  const person = kind === 'twoOfOneAddress' ? index - (index % 2) : index;
  const number = String(index + 1).padStart(5, '0');
  const isStore = kind === 'store';
  return {
    kind,
    playfabId: `70${person.toString(16).toUpperCase().padStart(14, '0')}`,
    email: `parent${String(person + 1).padStart(5, '0')}@town.example`,
    customer: isStore ? null : `cus_town${number}`,
    subscription: isStore ? null : `sub_town${number}`,
  };
};

export const townMembers = (count = 300): TownMember[] => Array.from({ length: count }, (_, index) => memberOf(index));

/** Returns the list for `move-in members`. A third of the lines names the customer only. */
export const townList = (members: readonly TownMember[]): string =>
  [
    '\uFEFFPlayFab ID;StripeSubscription;Customer;Address differs',
    ...members.flatMap(({ kind, playfabId, customer, subscription }, index) =>
      customer === null
        ? []
        : [`${playfabId};${index % 3 === 0 ? '' : subscription};${customer};${kind === 'addressAllowed' ? 'yes' : ''}`],
    ),
    '',
  ].join('\r\n');

/** Returns the subscription of a member, as Stripe has it. */
const subscriptionOf = (kind: Kind, { id, customer }: { id: string; customer: string }, index: number, now: Date) => {
  const isTrial = kind === 'trial';
  const trialEnd = isTrial ? daysAfter(now, 1 + (index % 6)) : null;
  const begun = isTrial ? daysAfter(now, (index % 6) - 6) : daysAfter(now, -1 - (index % 27));
  const made = { ...newSubscription(begun, { customer, metadata: { earlierSystem: 'yes' }, trialEnd }), id };
  const [item] = made.items.data;
  if (item === undefined) throw new Error('no item');
  const object: SubscriptionObject = {
    ...made,
    created: isTrial ? unix(begun) : unix(daysAfter(now, -40 - (index % 900))),
  };
  const end = periodEndAfter(begun, begun);
  const priced = (price: Partial<typeof item.price>) =>
    periodOf(begun, end, [{ ...item, price: { ...item.price, ...price } }]);
  switch (kind) {
    case 'ending':
      return { ...object, cancel_at: unix(end), cancel_at_period_end: true, canceled_at: unix(begun) };
    case 'pastDue':
      return { ...object, status: 'past_due' as const };
    case 'ended':
      return { ...object, status: 'canceled' as const, ended_at: unix(begun) };
    case 'severalItems':
      return { ...object, items: periodOf(begun, end, [item, { ...item, id: `${item.id}_2` }]) };
    case 'otherProduct':
      return { ...object, items: priced({ id: 'price_books', product: 'prod_books' }) };
    case 'otherCurrency':
      return { ...object, currency: 'cad', items: priced({ id: 'price_cad', currency: 'cad' }) };
    case 'invoiced':
      return { ...object, collection_method: 'send_invoice' };
    default:
      return object;
  }
};

/** The emulators that the town fills. */
type Town = {
  database: EmulatorDatabase;
  clock: { now(): Date };
  revenueCat: Pick<RevenueCatEmulator, 'change'>;
};

/** Adds the members to the emulators, once. */
export const addMembers = async ({ database, clock, revenueCat }: Town, members: readonly TownMember[]) => {
  await createStripeSchema(database);
  await createPlayfabSchema(database);
  const now = clock.now();
  const passwordHash = await hashPassword(townPassword);
  const addMembership = async (trx: typeof database, kind: Kind, id: string, customer: string, index: number) => {
    const object = subscriptionOf(kind, { id, customer }, index, now);
    const start = object.items.data[0]?.current_period_start ?? 0;
    const amount = object.status === 'trialing' ? 0 : 999;
    const made = newInvoice(new Date(start * 1_000), object, [{ amount }]);
    const isDue = kind === 'pastDue';
    const paid: Partial<Invoice> = { status: 'paid', amount_paid: amount, amount_remaining: 0 };
    const invoice = isDue
      ? { ...made, status: 'open' as const, attempt_count: 1, next_payment_attempt: unix(daysAfter(now, 2)) }
      : { ...made, ...paid, status_transitions: { paid_at: start } };
    const paymentIntent = amount === 0 ? null : `pi_${id}`;
    await save(trx, { ...invoice, [hidden]: { paymentIntent }, [due]: isDue ? daysAfter(now, 2) : null });
    const schedule = kind === 'schedule' ? await save(trx, newSchedule(now, object)) : null;
    const isOver = object.status === 'canceled';
    await save(trx, {
      ...object,
      latest_invoice: invoice.id,
      schedule: schedule?.id ?? null,
      [hidden]: { card: isDue ? 'fails' : 'works', discount: null },
      [due]: isOver ? null : (endOf(object) ?? nextDateOf(object, now)),
    });
  };
  await database.transaction().execute(async (trx) => {
    for (const [index, { kind, email, customer, subscription }] of members.entries()) {
      if (customer === null || subscription === null || (await find(trx, 'customer', customer)) !== undefined) continue;
      const differs = kind === 'addressDiffers' || kind === 'addressAllowed';
      const address = kind === 'capitals' ? email.replace('parent', 'Parent') : differs ? `old.${email}` : email;
      const made = newCustomer(daysAfter(now, -40 - (index % 900)), address);
      await save(trx, { ...made, id: customer, preferred_locales: index % 2 === 0 ? ['fr-CA'] : [] });
      await addMembership(trx, kind, subscription, customer, index);
      if (kind === 'twoLive') await addMembership(trx, kind, `${subscription}b`, customer, index);
    }
  });
  const people = members.filter(({ kind }) => kind !== 'deletedPlayer');
  await playersStore(database).add(
    people.map(({ playfabId: playfab_id, email }) => ({ ...newPlayer(email, passwordHash, email), playfab_id })),
  );
  for (const { customer, playfabId } of members) if (customer === null) await revenueCat.change(playfabId, {});
};

/**
 * Adds to the emulators what an earlier system would have left at the vendors, once, and writes the lists that move it
 * in (docs/operators/moving-in.md).
 */
export const buildTown = async (town: Town, folder: string): Promise<void> => {
  const members = townMembers();
  await addMembers(town, members);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'members.csv'), townList(members));
  writeTownClasses(join(folder, 'classes'));
};

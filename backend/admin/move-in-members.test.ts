import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addMembers, townList, type TownMember, townMembers } from '../../emulators/town/members.ts';
import { hour } from '../../src/lib/time.ts';
import { openDatabase } from '../db/open-database.ts';
import { counted } from '../testing/campaign.ts';
import { createCrashPlace, databaseAt, runWithKills } from '../testing/crash-writer.ts';
import { programPorts } from '../testing/server-process.ts';
import { testPortal } from '../testing/portal-parts.ts';
import { createTestApi, type TestApi } from '../testing/test-api.ts';
import { moveInMembers } from './move-in-members.ts';

/** Adds the town to the emulators of an API. @returns its list */
const addTown = async ({ town }: TestApi, members: readonly TownMember[]): Promise<string> => {
  await addMembers(town, members);
  const file = join(mkdtempSync(join(tmpdir(), 'town-')), 'members.csv');
  writeFileSync(file, townList(members));
  return file;
};

/** Returns what the report says, by the id at Stripe. */
const reportOf = (file: string, kind = 'report'): Record<string, string> => {
  const text = readFileSync(file.replace('.csv', `.${kind}.csv`), 'utf8').replace('\uFEFF', '');
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return Object.fromEntries(data.map((row) => [row['membership'] ?? '', row['result'] ?? '']));
};
const linesOf = (members: readonly TownMember[], file: string, kind?: string) => {
  const report = reportOf(file, kind);
  return members.flatMap((member) => {
    const result = report[member.subscription ?? ''] ?? report[member.customer ?? ''];
    return result === undefined ? [] : [{ ...member, result }];
  });
};

/** Lets the events arrive, and the jobs run. */
const settle = async ({ stripe, jobs, clock }: TestApi, pause = 2_000): Promise<void> => {
  for (let round = 0; round < 4; round += 1) {
    clock.advance(pause);
    await stripe.deliver();
    await jobs.runDue();
  }
};

/** Everything that Stripe has of the members, and what is stored here. */
const stateOf = async ({ stripe, database }: TestApi) => {
  const found = [];
  for await (const one of stripe.stripe.subscriptions.list({ status: 'all', limit: 100 })) found.push(one);
  const rows = await database
    .selectFrom('stripe_subscriptions as subscription')
    .innerJoin('stripe_customers as customer', 'customer.id', 'customerId')
    .innerJoin('users', 'users.id', 'userId')
    .select(['subscription.id', 'users.id as userId', 'playfabId', 'openedAt'])
    .execute();
  return {
    owned: found.flatMap(({ id, metadata: { userID, playfabID } }) => (userID ? [{ id, userID, playfabID }] : [])),
    statuses: found.map(({ id, status, cancel_at }) => ({ id, status, cancel_at })),
    rows,
    refunds: stripe.calls.filter((call) => call === 'POST /v1/refunds').length,
  };
};

const expected: Record<TownMember['kind'], string> = {
  live: 'moved in',
  capitals: 'moved in',
  trial: 'moved in',
  ending: 'moved in',
  pastDue: 'moved in',
  addressAllowed: 'moved in',
  ended: 'ended',
  addressDiffers: 'address differs',
  twoOfOneAddress: 'more than one live',
  twoLive: 'more than one live',
  severalItems: 'several items',
  schedule: 'schedule',
  otherProduct: 'other product',
  otherCurrency: 'other currency',
  invoiced: 'invoiced by mail',
  deletedPlayer: 'deleted player',
  store: '',
};

describe('the town of an earlier system', () => {
  const members = townMembers();

  it('moves in: Stripe, rows and report agree, and nothing ends', { timeout: 240_000 }, async () => {
    const api = await createTestApi();
    onTestFinished(api.close);
    const file = await addTown(api, members);
    const { database, clock } = api;
    const gateways = { stripe: api.stripe.gateway, playfab: api.playfab.gateway };
    const moveIn = (dryRun = false) =>
      moveInMembers({ ...gateways, database, clock, publicUrl: testPortal, dryRun, pause: 0 }, file);
    const before = await stateOf(api);
    await moveIn(true);
    const dry = linesOf(members, file, 'dry-run');
    expect(await stateOf(api)).toEqual(before);
    expect(await moveIn()).toContain('moved in: 225');
    const lines = linesOf(members, file);
    expect(lines).toEqual(dry);
    // The first one of two moves in.
    const isFirst = ({ kind, subscription }: TownMember) =>
      kind === 'twoOfOneAddress' && Number(subscription?.slice(-5)) % 2 === 1;
    expect(lines.map(({ result }) => result)).toEqual(
      lines.map((line) => (isFirst(line) ? 'moved in' : expected[line.kind])),
    );
    await settle(api);
    const after = await stateOf(api);
    expect(after.statuses).toEqual(before.statuses);
    expect(after.refunds).toBe(0);
    const moved = lines.flatMap(({ result, subscription }) => (result === 'moved in' ? [subscription ?? ''] : []));
    expect(after.owned.map(({ id }) => id).sort()).toEqual(moved.sort());
    expect(after.rows.map(({ id, userId, playfabId }) => [id, userId, playfabId]).sort()).toEqual(
      after.owned.map(({ id, userID, playfabID }) => [id, userID, playfabID]).sort(),
    );
    expect(new Set(after.rows.map(({ playfabId }) => playfabId)).size).toBe(225);
    expect(after.rows.every(({ openedAt }) => openedAt !== null)).toBe(true);
    expect(api.jobs.mails.filter(({ template }) => !/^(trial-ends|payment-failed)$/.test(template))).toEqual([]);
    expect(new Set(api.jobs.mails.map(({ to }) => to)).size).toBe(api.jobs.mails.length);
    await moveIn();
    await settle(api);
    expect(linesOf(members, file).map(({ result }) => result)).toEqual(
      lines.map(({ result }) => (result === 'moved in' ? 'already here' : result)),
    );
    expect(await stateOf(api)).toEqual(after);
    // A member of an app store needs only the next reading.
    const { playfabId } = members.find(({ kind }) => kind === 'store') ?? expect.fail();
    const token = await api.client.signIn(playfabId);
    await api.portal.jobs['sync-subscriber']({ appUserId: playfabId, others: [] });
    const { id: userId } = (await api.client.user(token)).json().data;
    expect(await api.client.billing({ userId, token }).status()).toMatchObject({ isSubscribed: true });
  });

  it('has the same end when its process is killed at any moment', { timeout: 600_000 }, async () => {
    const some = members.filter((_, index) => index % 8 === 0 || (index > 239 && index < 250));
    const place = await createCrashPlace();
    onTestFinished(place.remove);
    const ports = await programPorts();
    const settings = { publicUrl: `http://localhost:${ports.PORT}` };
    /** Opens the database that the command uses, at its time. */
    const withApi = async <Answer>(action: (api: TestApi) => Promise<Answer>): Promise<Answer> => {
      const { database, close } = await openDatabase(databaseAt(place.name), { onConnectionError: () => undefined });
      const api = await createTestApi({ database, settings });
      api.clock.advance(Date.now() - api.clock.now().getTime());
      return action(api).finally(() => api.close().finally(close));
    };
    const [file, before] = await withApi(async (api) => [await addTown(api, some), await stateOf(api)]);
    const words = ['move-in', 'members', file];
    await runWithKills(words, { ...place.env, ...ports }, { kills: counted(4, 20), longest: 9_000 });
    await withApi(async (api) => {
      await settle(api, hour);
      const after = await stateOf(api);
      expect({ statuses: after.statuses, refunds: after.refunds }).toEqual({ statuses: before.statuses, refunds: 0 });
      const lines = linesOf(some, file);
      const here = lines.filter(({ result }) => /^(moved in|already here)$/.test(result));
      expect(lines.map(({ kind }) => kind)).toEqual(some.flatMap(({ kind }) => (kind === 'store' ? [] : [kind])));
      expect(after.rows.map(({ id }) => id).sort()).toEqual(here.map(({ subscription }) => subscription).sort());
      expect(after.rows.map(({ id, userId }) => [id, userId]).sort()).toEqual(
        after.owned.map(({ id, userID }) => [id, userID]).sort(),
      );
      const users = await api.database.selectFrom('users').select('playfabId').execute();
      expect(users.map(({ playfabId }) => playfabId).sort()).toEqual(here.map(({ playfabId }) => playfabId).sort());
      expect(new Set(api.jobs.mails.map(({ to }) => to)).size).toBe(api.jobs.mails.length);
    });
  });
});

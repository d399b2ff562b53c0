import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { exportUser } from '../../../src/contracts/calls/account.ts';
import { minute } from '../../../src/lib/time.ts';
import { exportRepository } from '../../store/export.repository.ts';
import { createTeacherCalls, newTeacher } from '../../testing/school-calls.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { createPayer, createTestApi } from '../../testing/test-api.ts';

const api = await closeAfterAll(createTestApi());
const { database, stripe } = api;

const read = (token: string) =>
  api.app.inject({ method: 'GET', url: exportUser.path, headers: { authorization: `Bearer ${token}` } });

describe('the copy of one’s data', () => {
  it('has every table that names a person, or that belongs to such a row', async () => {
    const person = { userId: 'nobody', playfabId: 'NOBODY', email: null };
    const parent = Object.keys(await exportRepository(database).parent(person));
    const teacher = Object.keys(await exportRepository(database).teacher('nobody@example.com'));
    const named = await sql<{ name: string }>`select distinct table_name as name from information_schema.columns
      where table_schema = current_schema()
      and column_name in ('user_id', 'playfab_id', 'app_user_id', 'email', 'payload')`.execute(database);
    const references = await sql<{ from: string; to: string }>`select conrelid::regclass::text as from,
      confrelid::regclass::text as to from pg_constraint where contype = 'f'`.execute(database);
    const tables = new Set(named.rows.map(({ name }) => name));
    for (let size = -1; size < tables.size; ) {
      size = tables.size;
      for (const { from, to } of references.rows) if (tables.has(to)) tables.add(from);
    }
    expect([...parent, ...teacher].toSorted()).toEqual([...tables].toSorted());
  });

  it('contains what the portal, PlayFab and Stripe hold about a parent with everything, and no secret', async () => {
    const marie = await createPayer(api);
    const { id, customerId } = await stripe.pay(await marie.openPage({ coupon: 'WELCOME20' }), { trial: false });
    await marie.refresh();
    api.clock.advance(minute);
    await api.portal.declarations.declare(marie.userId, 'cancellation', 'fr');
    await api.jobs.runDue();
    await database
      .updateTable('sessions')
      .set({ partner: 'a-partner-that-is-gone' })
      .where('userId', '=', marie.userId)
      .execute();
    await api.shop.change(marie.playfabId);
    await api.portal.stores.sync({ appUserId: marie.playfabId, others: [] });
    await api.client.activate(await api.client.signIn(marie.playfabId));
    const record = { Value: '{"stars":12}', LastUpdated: '2026-11-01T09:00:00.000Z', Permission: 'Private' };
    const game = {
      UserData: { progress: record },
      UserReadOnlyData: { avatar: record },
      PlayerStatistics: [{ StatisticName: 'levels', Value: 7, Version: 0 }],
      UserInventory: [{ ItemId: 'hat', ItemInstanceId: 'hat-1' }],
      UserVirtualCurrency: { GO: 30 },
    };
    await sql`insert into playfab_emulator.game_data
      values (${marie.playfabId}, ${JSON.stringify(game)})`.execute(api.playfab.tables);

    const { file } = (await read(marie.token)).json();
    const { parent } = JSON.parse(file);
    expect(parent.portal).toMatchObject({
      users: [{ id: marie.userId, coupon: 'WELCOME20' }],
      sessions: expect.arrayContaining([expect.objectContaining({ partner: 'a-partner-that-is-gone' })]),
      agreements: expect.arrayContaining([expect.objectContaining({ kind: 'purchase', terms: '2026-12-01' })]),
      stripe_subscriptions: [{ id, customer_id: customerId }],
      store_subscriptions: [{ store: 'apple', status: 'active' }],
      declarations: [{ kind: 'cancellation', language: 'fr' }],
      carried: [{ result: 'ends', subscription_id: id }],
      notices: expect.arrayContaining([expect.objectContaining({ kind: 'welcome', sent: true })]),
    });
    expect(parent.playfab).toMatchObject({ playfabId: marie.playfabId, email: marie.email, game });
    expect(parent.stripe).toMatchObject([
      { id: customerId, subscriptions: [{ id }], invoices: [{ amount_paid: 799, currency: 'usd', status: 'paid' }] },
    ]);
    // The digests of all tokens, and the keys of calls.
    const secrets = await database
      .selectFrom('sessions')
      .select('tokenHash')
      .where('userId', '=', marie.userId)
      .execute();
    for (const { tokenHash } of secrets) expect(file).not.toContain(tokenHash);
    expect(file).not.toMatch(/token_hash|sign_in_code|attempt|CustomId|"payload"/);
  });

  it('says which part PlayFab refuses, and why, and contains the rest', async () => {
    const marie = await createPayer(api);
    api.playfab.state.refused = { GetUserInventory: 'APINotEnabledForGameServerAccess' };
    const { parent } = JSON.parse((await read(marie.token)).json().file);
    api.playfab.state.refused = {};
    expect(parent.playfab).toMatchObject({
      email: marie.email,
      notRead: { UserInventory: 'APINotEnabledForGameServerAccess' },
    });
  });

  it('needs a sign-in at most fifteen minutes old, and contains nothing of another parent', async () => {
    const [marie, other] = [await createPayer(api), await createPayer(api)];
    expect((await read(other.token)).body).not.toContain(marie.userId);
    api.clock.advance(16 * minute);
    expect((await read(marie.token)).json()).toMatchObject({ success: false, error: 'RECENT_SIGN_IN_REQUIRED' });
  });

  it('has all of 2,000 payments', async () => {
    const marie = await createPayer(api);
    const { customerId } = await marie.pay({ trial: false });
    await marie.refresh();
    const paid = await stripe.addInvoice({ customer: customerId, id: null }, { status: 'paid', amount_paid: 999 });
    await sql`insert into stripe_emulator.objects (id, kind, customer, object, hidden)
      select id || copy, kind, customer, object || jsonb_build_object('id', id || copy), hidden
      from stripe_emulator.objects, generate_series(3, 2000) as copy where id = ${paid.id}`.execute(database);
    const { parent } = JSON.parse((await read(marie.token)).json().file);
    expect(parent.stripe[0].invoices).toHaveLength(2_000);
  });

  it('contains the class of a teacher, without what opens it', async () => {
    const { email } = newTeacher();
    const teacher = newTeacher({ email, numStudents: '4' });
    expect((await createTeacherCalls(api.app).signUp(teacher)).statusCode).toBe(200);
    const rows = await exportRepository(database).teacher(email.toLowerCase());
    expect(rows).toMatchObject({ teachers: [{ email: email.toLowerCase() }], classrooms: [{ era: 1 }] });
    expect(rows['students']).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/hash|link_id/);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declarationPaths, type DeclarationKind, type MailedKind } from '../../src/contracts/calls/cancel.ts';
import { day, hour, second } from '../../src/lib/time.ts';
import { keepRetention } from '../domain/jobs/retention.ts';
import { isEndingAtStripe } from '../testing/cancelling-parent.ts';
import { killedAfter } from '../testing/jobs.ts';
import { everyRow } from '../testing/test-database.ts';
import { openTestApi, createPayer, type Payer } from '../testing/test-api.ts';

describe('ending a contract', async () => {
  const api = await openTestApi();
  let payer: Payer;
  beforeEach(async () => {
    payer = await createPayer(api);
    api.jobs.mails.length = 0;
  });
  afterEach(async () => {
    api.stripe.heal();
    api.clock.advance(hour);
    await api.jobs.runDue();
  });

  /** Buys a membership, without a trial if there must be a payment to refund. */
  const subscribe = async (trial = true) => {
    const bought = await payer.pay({ trial });
    await payer.refresh();
    return bought;
  };
  const call = (method: 'GET' | 'POST', url: string, bearer: string, payload?: object) =>
    api.app.inject({ method, url, headers: { authorization: `Bearer ${bearer}` }, ...(payload && { payload }) });
  const declare = async (kind: DeclarationKind) =>
    (await call('POST', declarationPaths.declarations, payer.token, { kind, lang: 'en' })).json();
  const look = async () => (await call('GET', declarationPaths.declarations, payer.token)).json();
  const undo = () => call('POST', declarationPaths.undo, payer.token);
  const declareByMail = (email: string, kind: MailedKind = 'cancellation') =>
    api.app.inject({
      method: 'POST',
      url: declarationPaths.mailed,
      payload: { kind, lang: 'fr', name: kind === 'deletion' ? '' : 'Marie Curie', email },
    });
  /** The mails about leaving. */
  const mailsTo = (email = payer.email) =>
    api.jobs.mails.filter(({ to, template }) => to === email && template !== 'welcome');
  const templates = (email = payer.email) => mailsTo(email).map(({ template }) => template);
  /** Returns the secret of the mailed link, as the owner of the address reads it. */
  const linkIn = (email: string): string => {
    for (const mail of mailsTo(email)) {
      if ('link' in mail.values && mail.values.link !== undefined) return mail.values.link.token;
    }
    return expect.fail('no link was mailed');
  };

  it('cancels with the period, and acknowledges and reports it by mail', async () => {
    const { id } = await subscribe();
    const now = api.clock.now().toISOString();
    expect(await declare('cancellation')).toMatchObject({ declaration: { declaredAt: now, state: 'confirmed' } });
    await api.jobs.runDue();
    const found = await api.stripe.subscription(id);
    expect([found.status, isEndingAtStripe(found)]).toEqual(['trialing', true]);
    const values = { declaredAt: now, isTrial: true, next: null };
    expect(mailsTo()).toMatchObject([{ template: 'cancellation-done', values }]);
    expect(await look()).toMatchObject({ canUndo: true, subscription: { endsAt: expect.any(String) } });
  });

  it('acknowledges and reports by one mail what was carried out within a minute', async () => {
    await subscribe();
    api.stripe.fail();
    await declare('cancellation');
    await api.jobs.runDue();
    api.stripe.heal();
    api.clock.advance(10 * second);
    await api.jobs.runDue();
    expect(templates()).toEqual(['cancellation-done']);
  });

  it('takes a cancellation back, before and after it was carried out, until the membership ends', async () => {
    const { id } = await subscribe();
    for (const isDone of [false, true]) {
      await declare('cancellation');
      if (isDone) await api.jobs.runDue();
      expect((await undo()).json()).toMatchObject({ latest: { kind: 'undo', result: 'goes-on' }, canUndo: false });
      await api.jobs.runDue();
      expect(isEndingAtStripe(await api.stripe.subscription(id))).toBe(false);
    }
    const { nextPayment } = (await look()).subscription;
    const values = { endsAt: nextPayment.at, next: { amount: 999, currency: 'usd' } };
    expect(mailsTo().at(-1)).toMatchObject({ template: 'cancellation-undone', values });
    await declare('cancellation');
    await api.jobs.runDue();
    await api.stripe.change(id, { status: 'ended' });
    await payer.refresh();
    expect((await undo()).json().error).toBe('NOT_FOUND');
  });

  it('treats the same declaration as a new one once it was carried out, and mails its result, too', async () => {
    await subscribe();
    const { declaration: first } = await declare('cancellation');
    expect((await declare('cancellation')).declaration.id).toBe(first.id);
    await api.jobs.runDue();
    expect((await declare('cancellation')).declaration.id).not.toBe(first.id);
    await api.jobs.runDue();
    expect(templates()).toEqual(['cancellation-done', 'cancellation-done']);
  });

  it('follows a parent who takes a cancellation back during the call to Stripe', async () => {
    const { id } = await subscribe();
    await declare('cancellation');
    const undone: Promise<unknown>[] = [];
    api.stripe.before(/POST .*subscriptions/, () => void undone.push(undo()));
    await api.jobs.runDue();
    await Promise.all(undone);
    await api.jobs.runDue();
    expect(undone).toHaveLength(1);
    expect(isEndingAtStripe(await api.stripe.subscription(id))).toBe(false);
  });

  it('carries out a visitor’s declaration only after the mailed link, with the time of the declaration', async () => {
    const { id } = await subscribe(false);
    const declaredAt = api.clock.now().toISOString();
    expect((await declareByMail(payer.email.toUpperCase(), 'withdrawal')).statusCode).toBe(200);
    await api.jobs.runDue();
    expect(mailsTo()[0]).toMatchObject({ language: 'fr', values: { name: 'Marie Curie', declaredAt } });
    expect((await api.stripe.subscription(id)).status).toBe('active');
    api.clock.advance(13 * day);
    const secret = linkIn(payer.email);
    const seen = await call('GET', declarationPaths.link, secret);
    expect(seen.json().declaration).toMatchObject({ kind: 'withdrawal', declaredAt, state: 'mailed' });
    expect((await api.stripe.subscription(id)).status).toBe('active');
    for (let time = 0; time < 2; time += 1) {
      const confirmed = await call('POST', declarationPaths.link, secret);
      expect(confirmed.json().declaration).toMatchObject({ declaredAt, state: 'confirmed' });
    }
    await api.jobs.runDue();
    expect(await api.stripe.isRefunded(id)).toBe(true);
    expect(templates()).toEqual(['withdrawal-received', 'withdrawal-done']);
    expect(await look()).toMatchObject({ withdrawUntil: null, canUndo: false });
    expect((await payer.status()).subscription.refunded).toEqual({ amount: 999, currency: 'usd' });
  });

  it('answers the same for an address without an account, and mails its owner after the link', async () => {
    await subscribe();
    const answers = [await declareByMail(payer.email), await declareByMail('nobody@example.com')];
    const [one, other] = answers.map((answer) => ({ ...answer.json().declaration, id: '' }));
    expect(one).toEqual(other);
    await api.jobs.runDue();
    expect(templates('nobody@example.com')).toEqual(['cancellation-received']);
    expect((await call('POST', declarationPaths.link, linkIn('nobody@example.com'))).statusCode).toBe(200);
    await api.jobs.runDue();
    expect(templates('nobody@example.com')).toEqual(['cancellation-received', 'nothing-to-end']);
    expect((await everyRow(api.database)).filter((row) => row.includes('nobody@'))).toEqual([]);
  });

  it('deletes the account of an address whose owner confirms it by the link, and ends the membership, once', async () => {
    const { id } = await subscribe();
    await declareByMail(payer.email, 'deletion');
    await api.jobs.runDue();
    expect(mailsTo()).toMatchObject([{ template: 'deletion-received', language: 'fr' }]);
    const secret = linkIn(payer.email);
    expect((await call('GET', declarationPaths.link, secret)).json().declaration).toMatchObject({ kind: 'deletion' });
    await api.jobs.runDue();
    expect(await look()).toMatchObject({ subscription: { status: 'trialing' } });
    const [{ declaration }] = await Promise.all(
      [1, 2].map(async () => (await call('POST', declarationPaths.link, secret)).json()),
    );
    const { gateway } = api.playfab;
    const playerOfAddress = killedAfter(0)(gateway.playerOfAddress);
    const { declarations } = api.restarted({ playfab: { ...gateway, playerOfAddress } });
    await expect(declarations.job({ declarationId: declaration.id }, { id: 'job' })).rejects.toThrow('killed');
    await api.jobs.runDue();
    expect((await call('POST', declarationPaths.link, secret)).json().error).toBe('LINK_EXPIRED');
    await api.jobs.runDue();
    expect(mailsTo().slice(1)).toMatchObject([
      { template: 'account-deleted', language: 'fr', values: { subscriptionEnded: true } },
    ]);
    expect((await api.stripe.subscription(id)).status).toBe('ended');
    expect((await everyRow(api.database)).filter((row) => row.includes(payer.email))).toEqual([]);
    expect(await api.playfab.gateway.playerOfAddress(payer.email)).toBeNull();
  });

  it('deletes nothing by a link after the end of the next day, and mails an address without an account', async () => {
    for (const email of [payer.email, 'no-account@example.com']) await declareByMail(email, 'deletion');
    await api.jobs.runDue();
    await call('POST', declarationPaths.link, linkIn('no-account@example.com'));
    await api.jobs.runDue();
    expect(templates('no-account@example.com')).toEqual(['deletion-received', 'nothing-to-delete']);
    api.clock.advance(2 * day);
    expect((await call('POST', declarationPaths.link, linkIn(payer.email))).json().error).toBe('LINK_EXPIRED');
  });

  it('keeps the name in the mail only, and the address no longer than the link', async () => {
    await declareByMail('kept@example.com');
    const rows = async (text: string) =>
      (await everyRow(api.database)).filter((row) => row.includes(text)).map((row) => row.split(':')[0]);
    expect(await rows('Marie Curie')).toEqual(['jobs']);
    await api.jobs.runDue();
    expect(await rows('Marie Curie')).toEqual([]);
    expect(await rows('kept@')).toEqual(['declarations']);
    api.clock.advance(15 * day);
    expect((await call('POST', declarationPaths.link, linkIn('kept@example.com'))).json().error).toBe('LINK_EXPIRED');
    // The last day of the link may end up to a day later in another zone than ours.
    api.clock.advance(2 * day);
    await keepRetention(api.database, api.clock);
    expect(await rows('kept@')).toEqual([]);
  });

  it.each([{ email: 'nobody' }, { email: 'a@b.example.' }, { name: '' }, { kind: 'other' }, { lang: 'de' }])(
    'refuses %j',
    async (change) => {
      const payload = { kind: 'cancellation', lang: 'fr', name: 'Marie', email: 'a@example.com', ...change };
      const answer = await api.app.inject({ method: 'POST', url: declarationPaths.mailed, payload });
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'INVALID_PAYLOAD']);
    },
  );

  it('mails a person without a membership bought here that there is nothing to end', async () => {
    await declare('cancellation');
    await api.jobs.runDue();
    expect(templates()).toEqual(['nothing-to-end']);
  });

  it('stores the reason with a confirmed declaration only', async () => {
    const giveReason = (id: string) =>
      api.app.inject({ method: 'POST', url: declarationPaths.reason, payload: { id, reason: 'price' } });
    const { declaration } = await declare('cancellation');
    expect((await giveReason(declaration.id)).statusCode).toBe(200);
    const mailed = (await declareByMail('reason@example.com')).json().declaration.id;
    for (const id of [mailed, 'invented']) expect((await giveReason(id)).json().error).toBe('NOT_FOUND');
  });

  it('deletes a visitor’s declaration with the account of its address', async () => {
    await declareByMail(payer.email);
    await api.client.deleteAccount(payer.token);
    await api.portal.deletion.run({ userId: payer.userId });
    const left = (await everyRow(api.database)).filter((row) => row.startsWith('declarations:'));
    expect(left.filter((row) => row.includes(payer.email))).toEqual([]);
  });
});

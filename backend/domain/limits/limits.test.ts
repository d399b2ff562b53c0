import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApi } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { type LimitKeys, mailboxOf } from './limits.ts';
import { minute } from '../../../src/lib/time.ts';

let personNumber = 0;

describe('limits', async () => {
  const api = await closeAfterAll(createTestApi());
  let email: string;
  let ip: string;
  beforeEach(() => {
    personNumber += 1;
    email = `parent-${personNumber}@example.com`;
    ip = `203.0.113.${personNumber}`;
  });

  const login = (keys: LimitKeys) => api.portal.limits.consume('login', keys);
  const recover = (from: string, of: string) => api.portal.limits.consume('recover', { ip: from, email: of });
  const passed = async (tries: Promise<unknown>[]) => (await Promise.all(tries)).filter((limited) => limited === null);

  it('counts 50 parallel guesses as 50, slows another IP down too, and admits the owner after the wait', async () => {
    const guesses = Array.from({ length: 50 }, () => login({ ip, email }));
    expect(await passed(guesses)).toHaveLength(10);

    const fromElsewhere = Array.from({ length: 50 }, () => login({ ip: `198.51.100.${personNumber}`, email }));
    expect(await passed(fromElsewhere)).toHaveLength(10);
    const limited = await login({ ip: `192.0.2.${personNumber}`, email });
    expect(limited).toEqual({ retryAfter: 15 * 60 });

    api.clock.advance((limited?.retryAfter ?? 0) * 1000);
    expect(await login({ ip, email })).toBeNull();
  });

  it('extends no window by a refused try', async () => {
    for (let count = 0; count < 10; count += 1) await login({ ip, email });
    api.clock.advance(14 * minute);
    expect(await login({ ip, email })).toEqual({ retryAfter: 60 });
    api.clock.advance(minute);
    expect(await login({ ip, email })).toBeNull();
  });

  it('lets forty people behind one address sign up and sign in within ten minutes', async () => {
    const people = Array.from({ length: 40 }, (_, index) => `teacher-${index}@school.example`);
    for (const action of ['register', 'login'] as const) {
      const tries = people.map((person) => api.portal.limits.consume(action, { ip, email: person }));
      expect(await passed(tries)).toHaveLength(40);
    }
  });

  it('sends at most ten recovery mails a day to one person', async () => {
    let mails = 0;
    for (let hour = 0; hour < 23; hour += 1) {
      mails += (await passed(Array.from({ length: 5 }, () => recover(ip, email)))).length;
      api.clock.advance(60 * minute);
    }
    expect(mails).toBe(10);
  });

  it('refuses no one else after 1,100 requests from 1,100 networks for unknown addresses', async () => {
    const from = (index: number) => recover(`10.${index >> 8}.${index & 255}.1`, `${index}-${email}`);
    expect(await passed(Array.from({ length: 1100 }, (_, index) => from(index)))).toHaveLength(1100);
    expect(await recover(ip, email)).toBeNull();
  }, 120_000);

  it('limits a network that sends requests from many of its addresses', async () => {
    const from = (index: number) => recover(`192.0.2.${index % 250}`, `${index}-${email}`);
    expect(await passed(Array.from({ length: 250 }, (_, index) => from(index)))).toHaveLength(200);
  });

  it('gives a mailbox 3 recovery mails an hour from all networks, under all the spellings that its provider ignores', async () => {
    const box = `p${personNumber}`;
    const spellings = [`${box}@gmail.com`, `${box.split('').join('.')}@gmail.com`, `${box}+a@googlemail.com`];
    const tries = [...spellings, ...spellings].map((one, index) => recover(`10.${personNumber}.${index}.1`, one));
    expect(await passed(tries)).toHaveLength(3);
  });

  it('counts every spelling of an address as one person, and an IPv6 household as one address', async () => {
    const spellings = [email, ` ${email.toUpperCase()} `, email];
    for (let count = 0; count < 10; count += 1) {
      await login({ ip: `2001:db8:${personNumber}:1::${count + 1}`, email: spellings[count % 3] });
    }
    expect(await login({ ip: `2001:db8:${personNumber}:1:ffff::`, email })).not.toBeNull();
  });

  it('stores neither an address nor an email, but digests that no one can compute without the secret of the server', async () => {
    await login({ ip, email });
    const guesses = [
      ['login', 'address and person', 900, ip, email],
      ['login', 'address', 600, ip],
      ['login', 'person', 900, email],
    ].map((parts) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url'));
    const rows = JSON.stringify(await api.database.selectFrom('rate_limits').selectAll().execute());
    for (const text of [ip, 'example.com', ...guesses]) expect(rows).not.toContain(text);
  });

  it('answers 429 with Retry-After on a limited route', async () => {
    const payload = { token: 'x', password: 'y' };
    const send = () => api.app.inject({ method: 'POST', url: '/api/user/password-reset', remoteAddress: ip, payload });
    for (let count = 0; count < 50; count += 1) await send();
    const answer = await send();
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '600']);
    expect(answer.json()).toEqual({ success: false, error: 'TOO_MANY_REQUESTS' });
  });
});

it.each([
  ['marie.curie+school@gmail.com', 'mariecurie@gmail.com'],
  ['m.a.r.i.e@googlemail.com', 'marie@gmail.com'],
  ['marie+a+b@school.example', 'marie@school.example'],
  ['marie.curie@school.example', 'marie.curie@school.example'],
  ['marie-shop@yahoo.co.uk', 'marie@yahoo.co.uk'],
  ['marie_cu-rie@pm.me', 'mariecurie@proton.me'],
  ['marie.curie@me.com', 'marie.curie@icloud.com'],
])('counts %s as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

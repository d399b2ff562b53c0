import { expect, it } from 'vitest';
import { PlayfabUnavailable } from '../gateways/playfab.ts';
import { isUnavailable } from './refusal.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

it.each([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a database with too many connections', withCode('53300')],
  ['a password of the database that was changed', withCode('28P01')],
  ['a database that is away while it is restored', withCode('3D000')],
  ['a database that accepts no connections', withCode('55000')],
  ['a closed connection without a code', new Error('Connection terminated unexpectedly')],
  ['an outage of a vendor', new PlayfabUnavailable('Client/LoginWithEmailAddress')],
  ['an error that an outage caused', new Error('failed', { cause: withCode('ECONNRESET') })],
])('treats %s as an outage', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
});

it.each([
  ['a mistake in our code', new TypeError('failed')],
  ['a violated constraint', withCode('23505')],
  ['what is no error', 'ECONNREFUSED'],
])('does not treat %s as an outage', (_, error) => {
  expect(isUnavailable(error)).toBe(false);
});

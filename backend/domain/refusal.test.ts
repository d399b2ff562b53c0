import { expect, it } from 'vitest';
import { PlayfabUnavailable } from '../gateways/playfab.ts';
import { isUnavailable } from './refusal.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

it.each<[string, unknown, boolean?]>([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a database with too many connections', withCode('53300')],
  ['a password of the database that was changed', withCode('28P01')],
  ['a database that is away while it is restored', withCode('3D000')],
  ['a database that accepts no connections', withCode('55000')],
  ['a closed connection without a code', new Error('Connection terminated unexpectedly')],
  ['an outage of a vendor', new PlayfabUnavailable('Client/LoginWithEmailAddress')],
  ['an error that an outage caused', new Error('failed', { cause: withCode('ECONNRESET') })],
  ['a mistake in our code', new TypeError('failed'), false],
  ['a violated constraint', withCode('23505'), false],
  ['what is no error', 'ECONNREFUSED', false],
])('decides whether %s is an outage', (_, error, isOutage = true) => {
  expect(isUnavailable(error)).toBe(isOutage);
});

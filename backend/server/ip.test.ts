import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../testing/test-api.ts';
import { closeAfterAll } from '../testing/test-database.ts';

const mountTools = async (app: FastifyInstance) => void app.get('/address', async (request) => request.ip);
const appThatTrusts = (trustProxy: string[]): Promise<TestApi> =>
  closeAfterAll(createTestApi({ network: { trustProxy }, mountTools }));

const client = '203.0.113.9';
const proxy = '10.0.0.1';
const stranger = '198.51.100.1';

/** The address by which limits count. The cases follow the tests of teamhanko/hanko. */
describe('the client’s address', async () => {
  const alone = await appThatTrusts([]);
  const behindProxy = await appThatTrusts(['10.0.0.0/8', 'fd00::/8']);

  const seenBy = async ({ app }: TestApi, remoteAddress: string, forwarded: string | undefined): Promise<string> => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, 'x-real-ip': '192.0.2.66' };
    return (await app.inject({ url: '/address', remoteAddress, headers })).body;
  };

  it.each([
    ['directly', client, undefined, client],
    ['through the proxy', proxy, client, client],
    ['through the proxy, IPv6', 'fd00::1', '2001:db8::9', '2001:db8::9'],
    ['not through the proxy, with an invented header', client, stranger, client],
    ['an invented address at the start of the chain', proxy, `${stranger}, ${client}`, client],
    ['through two of our proxies', proxy, `${client}, 10.0.0.2`, client],
    ['through the proxy, without a header', proxy, undefined, proxy],
    ['through a proxy that adds the port', proxy, `${client}:50123`, client],
    ['through a proxy that adds the port, IPv6', proxy, '[2001:db8::9]:50123', '2001:db8::9'],
  ])('returns the client’s address behind a trusted proxy: %s', async (_, peer, forwarded, expected) => {
    expect(await seenBy(behindProxy, peer, forwarded)).toBe(expected);
  });

  it.each([
    ['a header', stranger],
    ['a chain', `${stranger}, ${proxy}`],
    ['garbage', "' or 1=1"],
  ])('ignores forwarded addresses without a trusted proxy: %s', async (_, forwarded) => {
    expect(await seenBy(alone, client, forwarded)).toBe(client);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrand } from '../src/config/brand.ts';
import { createPartners } from './config/create-partners.ts';
import { originsOfKey } from '../src/config/partner-origins.ts';
import { apiPaths } from '../src/contracts/api.ts';
import { loadConfig } from './config/load-config.ts';
import { createTestApi } from './testing/test-api.ts';

const key = 'web2wave';
const origin = `https://${key}.${createBrand({}).domain}`;

/** Creates the three users of the partner table from one environment. */
const open = async (env: Record<string, string>) => {
  const { app, close } = await createTestApi({
    headers: { mode: 'development', partnerOrigins: loadConfig(env).partnerOrigins, connectOrigins: [] },
  });
  const table = createPartners(env, createBrand(env));
  return {
    close,
    widget: () => originsOfKey(key, 'parent', table),
    framing: async () =>
      String((await app.inject({ url: '/widgets/signin' })).headers['content-security-policy']).includes(origin),
    call: async () => {
      const headers = { origin, 'access-control-request-method': 'PUT' };
      return (await app.inject({ method: 'OPTIONS', url: apiPaths.integrations, headers })).statusCode;
    },
  };
};

describe('a partner', () => {
  let opened: Awaited<ReturnType<typeof open>>[];
  beforeAll(async () => {
    opened = await Promise.all([open({}), open({ VITE_PARTNERS: `${key}=` })]);
  });
  afterAll(() => Promise.all(opened.map(({ close }) => close())));

  const answers = ({ widget, framing, call }: (typeof opened)[number]) => Promise.all([widget(), framing(), call()]);

  it('refuses a key that was removed from the partner table everywhere', async () => {
    expect(await Promise.all(opened.map(answers))).toEqual([
      [[origin], true, 204],
      [undefined, false, 403],
    ]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  type AnsweringServer,
  type ReceivedRequest,
  startAnsweringServer,
} from '../testing/answering-server.ts';
import { measurementAccount, metaAccount } from '../testing/receivers.ts';
import { checkMeasurement, checkMeta } from './check-receivers.ts';

let vendor: AnsweringServer | undefined;
afterEach(() => vendor?.close());
const nobody = 'http://127.0.0.1:9';

describe('the doctor’s check of Meta', () => {
  const examine = async (answer: (asked: ReceivedRequest) => Answer) => {
    vendor = await startAnsweringServer(answer);
    return checkMeta({ ...metaAccount, url: vendor.url });
  };

  it('finds nothing wrong with a token that may read the pixel, and sends it in a header', async () => {
    const found = await examine(({ url, headers }) => {
      const isAllowed = headers.authorization === `Bearer ${metaAccount.accessToken}` && !url.search.includes('token');
      return isAllowed ? { body: { id: url.pathname.slice(1) } } : { status: 401 };
    });
    expect(found).toMatchObject([{ kind: 'right' }]);
  });

  it.each([
    ['another pixel', { body: { id: '1' } }],
    ['a refusal by Meta', { status: 400, body: { error: { code: 190 } } }],
    ['an HTML page instead of an answer', { body: '<h1>It works!</h1>' }],
  ])('reports %s', async (_, answer) => {
    expect(await examine(() => answer)).toMatchObject([
      { kind: 'wrong', sentence: expect.stringMatching('META_PIXEL_ID') },
    ]);
  });

  it('reports that Meta does not answer', async () => {
    expect(await checkMeta({ ...metaAccount, url: nobody })).toMatchObject([
      { kind: 'wrong', sentence: expect.stringMatching('META_API_URL') },
    ]);
  });
});

describe('the doctor’s check of the measurement protocol', () => {
  it('asks the debug server, and does not claim to know whether ID and secret are right', async () => {
    const asked: string[] = [];
    vendor = await startAnsweringServer(({ url }) => {
      asked.push(url.pathname);
      return { body: { validationMessages: [] } };
    });
    const found = await checkMeasurement({ ...measurementAccount, url: vendor.url });
    expect(found.map(({ kind }) => kind)).toEqual(['right', 'note']);
    expect(asked).toEqual(['/debug/mp/collect']);
  });

  it('reports that the measurement protocol does not answer', async () => {
    expect(await checkMeasurement({ ...measurementAccount, url: nobody })).toMatchObject([
      { kind: 'wrong', sentence: expect.stringMatching('MEASUREMENT_URL') },
    ]);
  });
});

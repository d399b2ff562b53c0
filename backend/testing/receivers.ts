import { createConversionClients } from '../gateways/conversions/clients.ts';
import { type Answer, type ReceivedRequest, startAnsweringServer } from './answering-server.ts';

export const metaAccount = { pixelId: '1234567890', accessToken: 'meta-access-token-of-32-signs-or-more' };
export const measurementAccount = { measurementId: 'G-ABCDE12345', apiSecret: 'measurement-secret-of-signs' };

type Answers = Partial<Record<CapturedEvent['receiver'], Answer[]>>;

/** A request as it arrived. */
export type CapturedEvent = {
  receiver: 'meta' | 'measurement';
  path: string;
  headers: ReceivedRequest['headers'];
  body: unknown;
};

/**
 * Starts servers that replace Meta and the measurement protocol: they record requests and answer as the test defines.
 */
export const startReceivers = async () => {
  const captured: CapturedEvent[] = [];
  let answers: Answers = {};
  const start = (receiver: CapturedEvent['receiver']) =>
    startAnsweringServer(async ({ url, headers, body }) => {
      captured.push({ receiver, path: url.pathname + url.search, headers, body: JSON.parse(body) });
      return answers[receiver]?.shift() ?? { body: { events_received: 1 } };
    });
  const [meta, measurement] = await Promise.all([start('meta'), start('measurement')]);
  const metaUrl = `${meta.url}/v25.0`;
  return {
    captured,
    clients: createConversionClients({
      meta: { ...metaAccount, url: metaUrl },
      measurement: { ...measurementAccount, url: measurement.url },
    }),
    /** The same addresses as variables of a server process. */
    settings: {
      META_PIXEL_ID: metaAccount.pixelId,
      META_ACCESS_TOKEN: metaAccount.accessToken,
      META_API_URL: metaUrl,
      MEASUREMENT_ID: measurementAccount.measurementId,
      MEASUREMENT_API_SECRET: measurementAccount.apiSecret,
      MEASUREMENT_URL: measurement.url,
    },
    /** Sets the answers of the next calls in their order; later calls succeed again. */
    answer: (next: Answers): void => {
      answers = next;
    },
    close: () => Promise.all([meta.close(), measurement.close()]),
  };
};
export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

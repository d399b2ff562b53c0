import { z } from 'zod';
import { type MeasurementAccount, measurementAddress } from '../gateways/conversions/measurement.ts';
import type { MetaAccount } from '../gateways/conversions/meta.ts';
import { type Finding, note, right, wrong } from './finding.ts';
import { probe } from './probe.ts';

const pixel = z.object({ id: z.string() });

/** Reads the pixel's node without sending an event. The token is sent in a header, because proxies log addresses. */
export const checkMeta = async (
  { url, pixelId, accessToken }: MetaAccount,
  send: typeof fetch = fetch,
): Promise<readonly Finding[]> => {
  const headers = { authorization: `Bearer ${accessToken}` };
  const seen = await probe(`${url}/${pixelId}?fields=id`, { headers }, send);
  if (seen === null || seen.status >= 500)
    return [wrong('META_API_URL does not answer: correct it, or let this machine reach it.')];
  const found = pixel.safeParse(seen.body);
  return [
    seen.status === 200 && found.success && found.data.id === pixelId
      ? right('Meta accepts META_ACCESS_TOKEN for the pixel of META_PIXEL_ID.')
      : wrong(
          `Meta rejects META_ACCESS_TOKEN for the pixel of META_PIXEL_ID (${seen.status}): set both as the Events Manager shows them.`,
        ),
  ];
};

/** Sends a test event to the protocol's debug server, which counts nothing. */
export const checkMeasurement = async (
  account: MeasurementAccount,
  send: typeof fetch = fetch,
): Promise<readonly Finding[]> => {
  const body = JSON.stringify({ client_id: 'doctor', events: [{ name: 'page_view', params: {} }] });
  const headers = { 'content-type': 'application/json' };
  const address = measurementAddress(account, '/debug/mp/collect');
  const seen = await probe(address, { method: 'POST', headers, body }, send);
  return seen?.status === 200
    ? [
        right('MEASUREMENT_URL responds.'),
        note(
          'The service does not say whether MEASUREMENT_ID and MEASUREMENT_API_SECRET are right; look at its reports.',
        ),
      ]
    : [wrong('MEASUREMENT_URL does not answer: correct it, or let this machine reach it.')];
};

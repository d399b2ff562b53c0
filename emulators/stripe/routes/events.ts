import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listOf } from '../lists.ts';
import { webhookEndpointObject } from '../objects/event.ts';
import { nonEmptyText, pagination } from '../parameters.ts';
import { get, latestEvents } from '../store.ts';
import { withPending } from '../webhooks/deliveries.ts';

export const events = (webhookUrl: string) => [
  endpoint(
    'GET',
    '/v1/events',
    { ...pagination, type: nonEmptyText.optional(), types: z.array(nonEmptyText).max(20).optional() },
    async ({ trx }, { type, types, ...page }) => {
      const wanted = (await latestEvents(trx)).filter(
        (event) => (type ?? event.type) === event.type && (types === undefined || types.includes(event.type)),
      );
      const events = listOf('/v1/events', wanted, page);
      return { ...events, data: await Promise.all(events.data.map((event) => withPending(trx, event))) };
    },
  ),

  endpoint('GET', '/v1/events/:id', {}, async ({ trx }, _input, id) =>
    withPending(trx, (await get(trx, 'event', id)).object),
  ),

  endpoint('GET', '/v1/webhook_endpoints', pagination, async ({ catalog }, page) =>
    listOf('/v1/webhook_endpoints', [webhookEndpointObject(webhookUrl, catalog.created)], page),
  ),
];

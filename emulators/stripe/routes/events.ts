import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { resourceMissing } from '../errors.ts';
import { eventObject, webhookEndpointObject } from '../formatters/event.ts';
import { listOf } from '../lists.ts';
import { pagination, nonEmptyText } from '../parameters.ts';
import { type EventRow, findEvent, listEvents } from '../store/events.ts';
import { pendingDeliveries } from '../webhooks/deliveries.ts';
import type { UnitOfWork } from '../work.ts';

const wire = async ({ trx }: UnitOfWork, event: EventRow) => eventObject(event, await pendingDeliveries(trx, event.id));

export const events = (webhookUrl: string) => [
  endpoint(
    'GET',
    '/v1/events',
    { ...pagination, type: nonEmptyText.optional(), types: z.array(nonEmptyText).max(20).optional() },
    async (work, { type, types, ...page }) => {
      const wanted = (await listEvents(work.trx)).filter(
        (event) => (type ?? event.type) === event.type && (types === undefined || types.includes(event.type)),
      );
      const list = listOf('/v1/events', wanted, page);
      return { ...list, data: await Promise.all(list.data.map((event) => wire(work, event))) };
    },
  ),

  endpoint('GET', '/v1/events/:id', {}, async (work, _input, id) => {
    const event = await findEvent(work.trx, id);
    if (event === undefined) throw resourceMissing('event', id);
    return wire(work, event);
  }),

  endpoint('GET', '/v1/webhook_endpoints', pagination, async ({ catalog }, page) =>
    listOf('/v1/webhook_endpoints', [webhookEndpointObject(webhookUrl, catalog.created)], page),
  ),
];

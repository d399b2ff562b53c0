import { type ConversionClient, ConversionRefused } from '../../gateways/conversions/conversion.ts';
import { GiveUp, type JobHandlers } from '../outbox/worker.ts';
import type { Receiver } from './field-table.ts';

/** `null`: nothing is told to that receiver, for no ID of it is configured. */
export type ConversionClients = Readonly<Record<Receiver, ConversionClient | null>>;

/** The job `conversion`. A crash after the receiver took it tells it once more, under the same event id. */
export const createForwarding =
  (clients: ConversionClients): JobHandlers['conversion'] =>
  async ({ receiver, ...conversion }) => {
    const client = clients[receiver];
    // Its ID was taken out of the configuration meanwhile.
    if (client === null) throw new GiveUp('receiver');
    try {
      await client.send(conversion);
    } catch (error) {
      throw error instanceof ConversionRefused ? new GiveUp('conversion') : error;
    }
  };

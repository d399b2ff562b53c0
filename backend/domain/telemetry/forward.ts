import { type ConversionClient, ConversionRefused } from '../../gateways/conversions/conversion.ts';
import { UnrecoverableError, type JobHandlers } from '../outbox/worker.ts';
import type { Receiver } from './field-table.ts';

/** `null` means that no ID of that receiver is configured, so nothing is sent to it. */
export type ConversionClients = Readonly<Record<Receiver, ConversionClient | null>>;

/** Creates the handler of the job `conversion`. After a crash, the event is sent again with the same event id. */
export const createForwarding =
  (clients: ConversionClients): JobHandlers['conversion'] =>
  async ({ receiver, ...conversion }) => {
    const client = clients[receiver];
    // The receiver's ID has been removed from the configuration since.
    if (client === null) throw new UnrecoverableError('receiver');
    try {
      await client.send(conversion);
    } catch (error) {
      throw error instanceof ConversionRefused ? new UnrecoverableError('conversion') : error;
    }
  };

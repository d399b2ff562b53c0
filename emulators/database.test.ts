import { expect, it } from 'vitest';
import { createTestDatabase } from '../backend/testing/test-database.ts';
import { createInbox } from './mail/inbox.ts';
import { createPlayfabSchema } from './playfab/store.ts';
import { createStripeSchema } from './stripe/store.ts';

it('creates the tables of the emulators once when four processes start together', async () => {
  const { database, close } = await createTestDatabase();
  const empty = database.withoutPlugins().$pickTables<never>();
  const start = async (): Promise<void> => {
    await createInbox({ database: empty, clock: { now: () => new Date() } });
    await createPlayfabSchema(empty);
    await createStripeSchema(empty);
  };
  await expect(Promise.all([start(), start(), start(), start()])).resolves.toHaveLength(4);
  await close();
});

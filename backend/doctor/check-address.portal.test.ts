import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { buildFolder } from '../testing/build-folder.ts';
import { checkAddress } from './check-address.ts';

const secret = (seed: string): string => `whsec_${seed}7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu`;
const webhookSecrets = [secret('one'), secret('two')];
const adminKey = 'admin-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';

let server: ServerProcess;
const folders: string[] = [];
beforeAll(async () => {
  folders.push(mkdtempSync(join(tmpdir(), 'doctor-')), buildFolder());
  const [DATA_DIR = '', BUILD_FOLDER = ''] = folders;
  server = await startServer({
    DATA_DIR,
    BUILD_FOLDER,
    STRIPE_SECRET_KEY: 'sk_test_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
    STRIPE_WEBHOOK_SECRETS: webhookSecrets.join(),
    STRIPE_PRICE_ID: 'price_A1',
    GAME_API_KEY: 'old-game-key,new-game-key',
    ADMIN_API_KEY: adminKey,
  });
  await server.ready;
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.exited;
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const examine = (secrets: readonly string[], livemode = false) =>
  checkAddress({
    publicUrl: `http://localhost:${server.port}`,
    stripe: { webhookSecrets: secrets, livemode },
    revenueCatKeys: ['whichever'],
    gameKeys: ['old-game-key', 'new-game-key'],
    adminKeys: [adminKey],
  });
const wrongOf = async (...asked: Parameters<typeof examine>): Promise<string[]> =>
  (await examine(...asked)).filter(({ kind }) => kind === 'wrong').map(({ sentence }) => sentence);

it('finds nothing wrong with the real program, with both of its webhook secrets and game keys and its admin key', async () => {
  expect(await wrongOf(webhookSecrets)).toEqual([]);
});

it('confirms that the real program refuses events signed with another secret or of the other mode', async () => {
  expect(await wrongOf([secret('three')])).toEqual([expect.stringMatching(/answers 400 to an event signed/)]);
  expect(await wrongOf(webhookSecrets.slice(0, 1), true)).toHaveLength(1);
});

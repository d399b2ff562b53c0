import Fastify from 'fastify';
import { listenLocally, openMemoryDatabase, readPort, runMain, UsageError } from '../standalone.ts';
import { createPlayfabEmulator } from './emulator.ts';
import type { RecoveryMail } from './options.ts';

/** Reads the registered functions from a list in the form `name=url,name=url`. */
const readFunctions = (text: string): ReadonlyMap<string, string> => {
  const functions = new Map<string, string>();
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [, name, url] = /^\s*([^=\s]+)=(\S+)\s*$/.exec(entry) ?? [];
    if (name === undefined || url === undefined || !URL.canParse(url)) {
      throw new UsageError(`PLAYFAB_FUNCTIONS has the entry "${entry}". Write name=https://address, comma-separated.`);
    }
    functions.set(name, url);
  }
  return functions;
};

/** Starts a PlayFab title on this machine. README.md lists the variables. */
await runMain(async () => {
  const { env } = process;
  const port = readPort('PLAYFAB_PORT', 4180);
  const titleId = env['PLAYFAB_TITLE_ID'] || 'MATHS';
  const secretKey = env['PLAYFAB_SECRET_KEY'] || 'playfab-emulator-secret-key';
  const functions = readFunctions(env['PLAYFAB_FUNCTIONS'] ?? '');
  const mails: RecoveryMail[] = [];
  const emulator = await createPlayfabEmulator({
    database: await openMemoryDatabase(),
    clock: { now: () => new Date() },
    titleId,
    secretKey,
    minPassword: 6,
    functionUrl: (name) => functions.get(name) ?? null,
    recoveryTemplates: (env['PLAYFAB_RECOVERY_TEMPLATES'] || 'recovery').split(',').map((name) => name.trim()),
    sendRecoveryMail: async (mail) => {
      mails.unshift(mail);
    },
  });

  const app = Fastify();
  // PlayFab accepts requests from pages of every origin.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return;
    reply.headers({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'Content-Type, X-Authorization, X-EntityToken, X-SecretKey, X-PlayFabSDK, X-ReportErrorAsSuccess',
      'access-control-max-age': '600',
    });
    return reply.code(204).send();
  });
  app.get('/emulator/mails', async (_request, reply) => reply.header('cache-control', 'no-store').send(mails));
  await app.register(emulator);

  const url = await listenLocally(app, { port, variable: 'PLAYFAB_PORT' });
  process.stdout.write(`PlayFab emulator for title ${titleId}: ${url}\nRecovery mails: ${url}/emulator/mails\n`);
});

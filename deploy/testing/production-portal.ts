import { simulatedPriceId } from '../../emulators/stripe/catalog.ts';
import { signatureOf } from '../../emulators/stripe/webhooks.ts';
import { buildSettings } from '../../scripts/build/build-settings.ts';
import { classroomDetailed, signUpTeacher } from '../../src/contracts/calls/school-zone.ts';
import { receiveStripeEvent } from '../../src/contracts/calls/servers.ts';
import { loadConfig } from '../../backend/config/load-config.ts';
import { onPglite, openPglite } from '../../backend/db/database.ts';
import { systemClock } from '../../backend/domain/clock.ts';
import { servePortal } from '../../backend/serve.ts';
import type { Callable } from '../../backend/testing/parent-calls.ts';
import { functionSecrets, gameKeys, testTitleId } from '../../backend/testing/portal-parts.ts';
import { createTestPlayfab, secretKey } from '../../backend/testing/playfab.ts';
import {
  createGameCalls,
  createTeacherCalls,
  firstLevel,
  newTeacher,
  read,
} from '../../backend/testing/school-calls.ts';
import { buildFolder, type ServerProcess, startServer } from '../../backend/testing/server-process.ts';
import { startSmtpServer } from '../../backend/testing/servers.ts';
import { createTestStripe } from '../../backend/testing/stripe.ts';

const random = '7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';
const settings = {
  APP_MODE: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://portal.maths-school.org',
  PLAYFAB_TITLE_ID: 'A1B2C',
  PLAYFAB_SECRET_KEY: secretKey,
  PLAYFAB_FUNCTION_SECRETS: functionSecrets.join(),
  STRIPE_SECRET_KEY: `sk_live_${random}`,
  STRIPE_WEBHOOK_SECRETS: `whsec_${random}`,
  STRIPE_PRICE_ID: simulatedPriceId,
  GAME_API_KEY: gameKeys.join(),
  ADMIN_API_KEY: `admin-${random}`,
  METRICS_KEY: `metrics-${random}`,
  ID_TOKEN_KEYS: `id-token-${random}`,
  MAIL_FROM: 'Numeria <no-reply@maths-school.org>',
  // Only the proxy: the visitors of the tests are other addresses of this machine.
  TRUST_PROXY: '127.0.0.1',
  VITE_PARTNERS: 'web2wave=https://quiz.maths-partner.org',
  VITE_PLAYFAB_RECOVERY_TEMPLATES: 'en=A1B2C3,fr=D4E5F6',
};
const build = buildSettings(settings);

/** The variables of a production server, except those of its database and its mail server. */
export const productionSettings = { ...settings, ...build.variables };

/** Creates the folder of a build for these variables. */
export const productionFolder = (): string => buildFolder(build);

/** Starts PlayFab, Stripe and a mail server, which stay available while the database of this portal is not. */
export const startEmulatedServices = async (portal: string) => {
  const clock = { ...systemClock, advance: () => undefined };
  const ownDatabase = () => ({ database: onPglite(() => openPglite()), clock });
  const smtp = await startSmtpServer();
  const playfab = createTestPlayfab(ownDatabase());
  const stripe = createTestStripe(ownDatabase(), (_url, init) => {
    // A production portal accepts events of Stripe's live mode only.
    const body = String(init?.body).replace('"livemode":false', '"livemode":true');
    const headers = new Headers(init?.headers);
    headers.set('stripe-signature', signatureOf(body, settings.STRIPE_WEBHOOK_SECRETS, clock.now()));
    return fetch(portal + receiveStripeEvent.path, { ...init, body, headers });
  });
  const { app, start } = await stripe.simulator();
  const stripeUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  start();
  const variables = { SMTP_URL: smtp.url, EMULATED_PLAYFAB: await playfab.listen(), EMULATED_STRIPE: stripeUrl };
  return {
    stripeUrl,
    smtp,
    /** PlayFab's proof that a function call comes from this title. */
    titleToken: playfab.titleToken,
    /** Starts a production portal in a separate process, which uses these services. */
    startPortal: (given: { PORT: string; DATABASE_URL: string; BUILD_FOLDER: string }): Promise<ServerProcess> =>
      startServer({ ...productionSettings, ...variables, ...given }, { script: 'deploy/testing/production-portal.ts' }),
    close: () => Promise.all([stripe.close(), playfab.close(), smtp.close()]),
  };
};
export type EmulatedServices = Awaited<ReturnType<typeof startEmulatedServices>>;

/** Signs a teacher up, to whom a mail is promised. */
export const openSchool = async (app: Callable) => {
  const teacher = newTeacher();
  const { classroomCode, classroomID } = read(
    signUpTeacher.answer,
    (await createTeacherCalls(app).signUp(teacher)).json(),
  );
  const game = createGameCalls(app);
  const students = async () => read(classroomDetailed, (await game.detailed(classroomID)).json()).students;
  return {
    email: teacher.email,
    /** Reports for each student of the class that the first level was completed. */
    play: async (): Promise<void> => {
      const studentCodes = (await students()).map(({ studentCode }) => studentCode);
      for (const studentCode of studentCodes) await game.report({ ...firstLevel({ classroomCode }), studentCode });
    },
    /** Returns how many levels the students of the class completed. */
    completed: async (): Promise<number> =>
      (await students()).flatMap(({ levelsPlayed }) => levelsPlayed.filter((level) => level.completed)).length,
  };
};
export type School = Awaited<ReturnType<typeof openSchool>>;

/** Milliseconds for a call to an emulator, which shares the processors with the test and the portal. */
const deadline = 50_000;

/** Run as a program, it serves a production portal that calls emulators instead of PlayFab and Stripe. */
if (import.meta.main) {
  const { env } = process;
  const config = loadConfig(env);
  if (config.mode !== 'production') throw new Error('This is a production portal.');
  const { hostname: host, port } = new URL(env['EMULATED_STRIPE'] ?? '');
  const server = { host, port: Number(port), protocol: 'http' };
  // The simulator is Stripe's test mode.
  const stripe = { ...config.stripe, secretKey: 'sk_test_simulator', server, deadline };
  const emulated = { ...config, PLAYFAB_TITLE_ID: testTitleId, playfabUrl: env['EMULATED_PLAYFAB'] ?? '', stripe };
  await servePortal(emulated, { built: env['BUILD_FOLDER'] ?? '', env });
}

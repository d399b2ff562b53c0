import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createInbox } from '../emulators/mail/inbox.ts';
import { apiPaths } from '../src/contracts/api.ts';
import { type ClassroomIds, schoolZonePaths } from '../src/contracts/calls/school-zone.ts';
import { createSimulatorGateway } from './development.ts';
import { openDatabase, type OpenedDatabase } from './db/open-database.ts';
import { createMailDelivery } from './domain/mail/render-mail.ts';
import { counted, serveAll } from './testing/campaign.ts';
import { createCrashPlace, databaseAt, pastLeases } from './testing/crash-writer.ts';
import { createTestWorker } from './testing/jobs.ts';
import { urlOfCall, callableBy, payBySimulator, ServerUnavailable, signUp } from './testing/parent-calls.ts';
import { mailSender } from './testing/portal-parts.ts';
import { newTeacher } from './testing/school-calls.ts';
import { type ServerProcess, startServer } from './testing/server-process.ts';
import { createApiClient } from './testing/test-api.ts';

const buyers = counted(24, 80);
const teachers = counted(12, 100);
/** Seconds until another server continues the jobs of one that died. A full run uses the default lease. */
const lease = counted(5, 30);

/** The people during whose action the server is killed, spread evenly, and at which of their calls. */
const momentsOf = (people: number, kills: number, calls: number): Map<number, number> =>
  new Map(Array.from({ length: kills }, (_, kill) => [Math.floor(((kill + 0.5) * people) / kills), kill % calls]));
const buyerMoments = momentsOf(buyers, counted(3, 5), 3);
const teacherMoments = momentsOf(teachers, counted(1, 5), 1);

type Buyer = Awaited<ReturnType<typeof signUp>> & ReturnType<ReturnType<typeof createApiClient>['billing']>;

describe('kill -9 while parents buy and teachers sign up', () => {
  const paid: Buyer[] = [];
  const membersAmongLookers: boolean[] = [];
  const atStripe: { id: string; owner: string | null }[] = [];
  const answered = new Map<string, ClassroomIds>();
  let place: Awaited<ReturnType<typeof createCrashPlace>>;
  let stored: OpenedDatabase;
  let running: Promise<ServerProcess>;
  let first: ServerProcess;

  /** Starts the server, each time at the same addresses. */
  const start = async (ports: Record<string, string> = {}): Promise<ServerProcess> => {
    const settings = { ...place.env, TRUST_PROXY: '127.0.0.1', JOB_LEASE_SECONDS: String(lease), ...ports };
    const server = await startServer(settings);
    await server.ready;
    return server;
  };
  const restart = async (): Promise<void> => {
    await wait(20);
    running = running.then((server) => server.halt('SIGKILL')).then(() => start(first.ports));
    await running;
  };
  const killings: Promise<void>[] = [];

  /** Repeats a call until it succeeds without a kill or a 503, like a person who presses the button again. */
  const withRetries = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const asked = await running;
      try {
        return await ask();
      } catch (error) {
        // `fetch` throws a TypeError when the connection fails or breaks.
        if (!(error instanceof TypeError || error instanceof ServerUnavailable)) throw error;
        // The process exited without a kill.
        if (asked.child.exitCode !== null) throw new Error(asked.output());
      }
    }
  };

  /** Registers a new email address at every call, also for the same person. */
  const register = async (person: number): Promise<Buyer> => {
    const email = `p${person}-${randomUUID()}@crash.example`;
    const account = await signUp(first.portalUrl, { email, password: 'a long password' }, urlOfCall(person));
    const portal = callableBy(async ({ path, headers, ...call }) => {
      const answer = await fetch(first.portalUrl + path, { ...call, headers: { ...headers, ...urlOfCall(person) } });
      if (answer.status === 503) throw new ServerUnavailable(path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return { status: answer.status, body: await answer.text() };
    });
    return { ...account, ...createApiClient(portal, async () => '').billing(account) };
  };
  const isMember = async (buyer: Buyer): Promise<boolean> => (await withRetries(() => buyer.status())).isSubscribed;

  /** Performs the whole purchase of one person. */
  const buy = async (visitor: number): Promise<Buyer> => {
    let calls = 0;
    const call = <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
      const answer = withRetries(act);
      if (buyerMoments.get(visitor) === calls) killings.push(restart());
      calls += 1;
      return answer;
    };
    const buyer = await call(() => register(visitor));
    const openPage = () => call(() => buyer.openPage());
    // Every third person has two tabs open.
    const pages = await Promise.all([openPage(), ...(visitor % 3 === 0 ? [openPage()] : [])]);
    await Promise.all(pages.map((page) => call(() => payBySimulator(first.simulatorUrl, page))));
    // Every second person closes the browser instead of returning to the portal.
    if (visitor % 2 === 0) expect((await call(() => buyer.refresh(pages[0]))).json().isSubscribed).toBe(true);
    return buyer;
  };

  /** Opens the payment page and does not pay. */
  const lookOnly = async (visitor: number): Promise<Buyer> => {
    const looker = await withRetries(() => register(visitor));
    await withRetries(() => looker.openPage());
    return looker;
  };

  const login = z.object({ data: z.object({ PlayFabId: z.string() }) });
  const classroom = z.object({ classroomCode: z.string(), classroomID: z.string() });

  /** Makes both calls of a teacher's sign-up and retries each with the same input until it is answered. */
  const openClass = async (person: number, email: string): Promise<ClassroomIds> => {
    const typed = newTeacher({ email });
    const post = (path: string, body: object): Promise<unknown> =>
      withRetries(async () => {
        const headers = { ...urlOfCall(2 * buyers + person), 'content-type': 'application/json' };
        const answer = await fetch(first.portalUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (answer.status === 503) throw new ServerUnavailable(path);
        return answer.json();
      });
    const player = { TitleId: 'MATHS', CustomId: typed.teacherAuthID, CreateAccount: true };
    const loggedIn = login.parse(await post(`${apiPaths.playfab}/Client/LoginWithCustomID`, player));
    const teacherPlayfabID = loggedIn.data.PlayFabId;
    const answer = post(schoolZonePaths.teachers, { ...typed, teacherPlayfabID }).then((json) => classroom.parse(json));
    if (teacherMoments.has(person)) killings.push(restart());
    return answer;
  };

  beforeAll(async () => {
    place = await createCrashPlace();
    running = start();
    first = await running;
    const lookers: Buyer[] = [];
    const parentsBuy = serveAll(buyers, async (person) => {
      paid.push(await buy(person));
      if (person % 10 === 0) lookers.push(await lookOnly(buyers + person));
    });
    const teachersSignUp = serveAll(teachers, async (person) => {
      const email = `teacher-${person}@crash.example`;
      answered.set(email, await openClass(person, email));
    });
    await Promise.all([parentsBuy, teachersSignUp]);
    await Promise.all(killings);
    expect(killings).toHaveLength(buyerMoments.size + teacherMoments.size);

    const areMembers = async (): Promise<boolean> => (await Promise.all(paid.map(isMember))).every((is) => is);
    await vi.waitUntil(areMembers, { timeout: 120_000, interval: 1_000 });
    membersAmongLookers.push(...(await Promise.all(lookers.map(isMember))).filter((is) => is));
    const stripe = createSimulatorGateway(Number(first.ports.STRIPE_SIMULATOR_PORT), {
      webhookSecret: 'whsec_unused',
      publicUrl: first.portalUrl,
    });
    const { subscriptions } = await stripe.liveSubscriptions();
    atStripe.push(...subscriptions.map(({ id, userId }) => ({ id, owner: userId })));
    await (await running).halt();
    stored = await openDatabase(databaseAt(place.name), { onConnectionError: () => undefined });
  }, 600_000);
  afterAll(async () => {
    await stored.close();
    await place.remove();
  });

  it('keeps every paid subscription exactly once when webhooks arrive twice, late and out of order', async () => {
    expect(membersAmongLookers).toEqual([]);
    expect(atStripe.map(({ owner }) => owner).sort()).toEqual(paid.map(({ userId }) => userId).sort());
    const rows = await stored.database
      .selectFrom('stripe_subscriptions')
      .innerJoin('stripe_customers', 'stripe_customers.id', 'customerId')
      .where('status', '!=', 'ended')
      .select(['stripe_subscriptions.id as id', 'userId as owner'])
      .execute();
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    expect(rows.sort(byId)).toEqual(atStripe.sort(byId));
  });

  it('keeps each class as it was answered, and sends its mail once', async () => {
    const { database } = stored;
    // Advances the clock past the leases, so that another server continues the jobs of a killed one.
    const clock = { now: () => new Date(Date.now() + pastLeases) };
    const inbox = await createInbox({ database: database.withoutPlugins().$pickTables<never>(), clock });
    await createTestWorker({ database, clock }, { mail: createMailDelivery(inbox, mailSender) }).runDue();
    const rows = await database
      .selectFrom('teachers')
      .innerJoin('classrooms', 'teacherId', 'teachers.id')
      .select(['email', 'code', 'linkId', 'mailedLinkId'])
      .execute();
    expect(rows).toHaveLength(teachers);
    expect(
      new Map(rows.map(({ email, code, linkId }) => [email, { classroomCode: code, classroomID: linkId }])),
    ).toEqual(answered);
    for (const { email, code, mailedLinkId } of rows) {
      const mails = await inbox.list(email);
      expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(code)]);
      expect(mails[0]?.text).toContain(`/classroom/${mailedLinkId}?`);
    }
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase, testDatabaseUrl } from '../backend/testing/empty-database.ts';
import { webhookSecret } from '../backend/testing/emulated-services.ts';
import { type PortalProcess, startPortalProcess } from '../backend/testing/portal-process.ts';
import { startSmtpServer } from '../backend/testing/smtp-server.ts';
import { newTeacher } from '../backend/testing/teacher-calls.ts';
import { freePorts } from '../scripts/test-tools/ports.mjs';
import { schoolZonePaths } from '../src/contracts/school-zone.ts';
import { serverPaths } from '../src/contracts/api.ts';
import { waitFor } from './testing/proxy.ts';

if (testDatabaseUrl === undefined) throw new Error('This needs PostgreSQL. Run: npm run check -- --only alerts');
const databaseServer = testDatabaseUrl;

const rules = readFileSync('deploy/alerts.yml', 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const metrics = new Set([...rules.matchAll(/\b([a-z0-9_]+)\{job=/g)].map(([, name = '']) => name));

/** The series of one scrape by name and labels. Each becomes one minute of the history. */
type Scrape = ReadonlyMap<string, string>;
const up = 'up{}';

const scrape = async ({ origin }: PortalProcess): Promise<Scrape> => {
  const response = await fetch(`${origin}/metrics`).catch(() => null);
  if (response === null) return new Map([[up, '0']]);
  const lines = (await response.text()).matchAll(/^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/gm);
  const named = [...lines].filter(([, name = '']) => metrics.has(name));
  return new Map([
    [up, '1'],
    ...named.map(([, name = '', labels = '', value = '']): [string, string] => [`${name}{${labels}}`, value]),
  ]);
};

/** Returns the alerts that fire at any time of the history, as promtool computes them. */
const expectAlerts = (history: readonly Scrape[], names: readonly string[]): void => {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  const series = [...new Set(history.flatMap((minute) => [...minute.keys()]))].map((name) => ({
    series: name.replace('{', '{job="maths-portal",instance="a:4173",').replace(',}', '}'),
    values: history.map((minute) => minute.get(name) ?? '_').join(' '),
  }));
  const file = join(folder, 'history.json');
  const time = `${history.length - 1}m`;
  const firing = {
    expr: `group by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${time}]))`,
    eval_time: time,
    exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
  };
  const tests = [{ interval: '1m', input_series: series, promql_expr_test: [firing] }];
  writeFileSync(file, JSON.stringify({ rule_files: [resolve('deploy/alerts.yml')], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(status, stdout + stderr).toBe(0);
};

/** Ends what was started, also when a later part could not start. */
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

let start: () => Promise<PortalProcess>;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let connect: () => Promise<pg.Client>;
beforeAll(async () => {
  const empty = await createEmptyDatabase(databaseServer);
  closing.push(empty.drop);
  connect = async () => {
    const client = new pg.Client({ connectionString: empty.url });
    await client.connect();
    closing.push(() => client.end());
    return client;
  };
  smtp = await startSmtpServer();
  closing.push(smtp.close);
  const [port = 0, away] = await freePorts([0, 0]);
  const url = `http://127.0.0.1:${away}`;
  start = async () => {
    const services = { playfabUrl: url, stripeUrl: url, smtp };
    const portal = await startPortalProcess(services, { databaseUrl: empty.url, publicUrl: 'https://a.example', port });
    closing.push(portal.stop);
    return portal;
  };
});

const stripe = new Stripe('sk_test_nobody');
/** Delivers an event of Stripe that happened twenty minutes ago, about a customer whom the portal then wants to read. */
const deliver = ({ origin }: PortalProcess, id: string, secret: string) => {
  const created = Math.round(Date.now() / 1000) - 1_200;
  const data = { object: { object: 'subscription', id: `sub_${id}`, customer: `cus_${id}` } };
  const event = { id: `evt_${id}`, object: 'event', type: 'customer.subscription.updated', created, livemode: false };
  const body = JSON.stringify({ ...event, data });
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return fetch(origin + serverPaths.stripeWebhook, { method: 'POST', headers, body });
};

/** A teacher signs up from a network of her own. @param person a number below 65,536 */
const openClass = ({ origin }: PortalProcess, person: number) =>
  fetch(`${origin}${schoolZonePaths.teachers}?lang=en`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.${person >> 8}.${person & 255}.1` },
    body: new URLSearchParams({ ...newTeacher() }),
  });

const connectionsOfPool = 10;
const crowd = 16;

it('fires nothing for an idle process, and every alert for a busy one whose services and database are slow or away', async () => {
  const direct = await connect();
  const idle = await start();
  await direct.query(`insert into users (id, playfab_id, language, created_at) values ('u', 'p', 'en', now())`);
  await direct.query(`insert into stripe_customers (id, user_id, applied_read) values ('cus_1', 'u', 1)`);
  await direct.query(`insert into stripe_subscriptions (id, customer_id, status, cancel_at_period_end, created_at)
    select 'sub_' || number, 'cus_1', 'active', false, now() from generate_series(1, 10) as number`);
  const quiet: Scrape[] = [];
  for (let minute = 0; minute < 20; minute += 1) quiet.push(await scrape(idle));
  expectAlerts(quiet, []);

  // After an idle day, a teacher signs up.
  const history = Array.from({ length: 1_440 }, (_, minute) => quiet[minute % quiet.length] ?? new Map());
  expect((await openClass(idle, 0)).status).toBe(200);
  await idle.stop();

  // Three subscriptions end, many mails are requested, and two jobs wait: one that no worker can lease, and one
  // whose mail the server refuses.
  await direct.query(`update stripe_subscriptions set status = 'ended' where id in ('sub_1', 'sub_2', 'sub_3')`);
  await direct.query(`update rate_limits set ends_at = now() + interval '1 hour'`);
  const mail = { template: 'duplicate-subscription', to: 'a@b.example', language: 'en' };
  await direct.query(
    `insert into outbox (id, kind, payload, entered_at) select id, 'mail', $1::jsonb, now() - interval '10 minutes'
    from unnest(array['held', 'refused']) as id`,
    [JSON.stringify(mail)],
  );
  smtp.refuse(550);
  const holder = await connect();
  await holder.query('begin');
  await holder.query(`select 1 from outbox where id = 'held' for update`);

  const watcher = await connect();
  const busy = await start();
  for (let minute = 1; minute <= 18; minute += 1) {
    await direct.query('begin');
    await direct.query('lock table teachers in access exclusive mode');
    const calls = Array.from({ length: crowd }, (_, index) => openClass(busy, minute * crowd + index));
    const [first] = await waitFor(async () => {
      const { rows } = await watcher.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(connectionsOfPool);
      return rows;
    });
    const scraped = scrape(busy);
    // The processor has no time for the process.
    for (let pause = 0; pause < 3; pause += 1) {
      busy.pause();
      await setTimeout(250);
      busy.resume();
      await setTimeout(20);
    }
    await watcher.query('select pg_terminate_backend($1)', [first?.pid]);
    await direct.query('commit');
    expect((await Promise.all(calls)).map(({ status }) => status)).toContain(503);
    history.push(await scraped);
    for (const secret of [webhookSecret, webhookSecret, 'whsec_wrong'])
      await deliver(busy, `${minute}${secret}`.replaceAll(/\W/g, ''), secret);
  }
  await busy.stop();
  for (let minute = 0; minute < 4; minute += 1) history.push(await scrape(busy));
  expectAlerts(history, alerts.toSorted());
}, 120_000);

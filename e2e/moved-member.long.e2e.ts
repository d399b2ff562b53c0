import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import cancel from '../locales/en/cancel.json' with { type: 'json' };
import { townList, townMembers, townPassword } from '../emulators/town/members.ts';
import { linkTo, mailTo } from './support/mailbox.ts';
import { openReady, send, signIn, submit } from './support/parent.ts';
import { messages, onBillingPage, patternOf, pressOnDashboard, sendCard, untilPlan } from './support/payment.ts';
import { startPortal } from './support/portal.ts';
import { portalUrl, ports, urlOf } from './support/settings.ts';
import { browser, page, portal, setUpPage } from './support/setup.ts';

setUpPage();

const { dashboard } = messages.en;

const [member, forgotten] = townMembers(2);
if (member === undefined || forgotten === undefined) throw new Error('The town is empty');

// The list forgets one.
beforeAll(async () => {
  const town = mkdtempSync(join(tmpdir(), 'town-'));
  const list = join(town, 'one.csv');
  writeFileSync(list, townList([member]));
  await portal.halt();
  const env = { PATH: process.env['PATH'], DATA_DIR: portal.dataFolder, TOWN_DIR: town, ...ports };
  const words = ['backend/admin/main.ts', 'move-in', 'members', list];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  expect(stdout).toMatch(/^moved in: 1\n/);
  const running = await startPortal({ settings: { DATA_DIR: portal.dataFolder } });
  return () => running.stop();
});

it('lets a parent of an earlier system see the next payment, change the card and cancel', async () => {
  await signIn(page, { email: member.email, password: townPassword }, '?lang=en');
  await page.waitForURL(urlOf('/dashboard'));
  await untilPlan(page, 'en', 'active');
  await page.getByText(patternOf(dashboard.plan.next.active)).waitFor();
  await page.getByText(/The next payment is US\$9\.99 on /).waitFor();
  await pressOnDashboard(page, dashboard.manage.button);
  await onBillingPage(page);
  await sendCard(page, 'good');
  await openReady(page, `${portalUrl}/cancel?lang=en`);
  await page.locator('maths-cancel').getByRole('button', { name: cancel.kinds.cancellation.choice }).click();
  await submit(page.locator('maths-cancel')).click();
  await page.locator('maths-cancel').getByText(patternOf(cancel.outcome.ends)).waitFor();
  await untilPlan(page, 'en', 'ending');
});

it('moves the membership of a parent in whom the list forgot, by a mailed link', async () => {
  const parent = { email: forgotten.email, password: townPassword };
  await signIn(page, parent, '?lang=en');
  await page.getByRole('button', { name: dashboard.moveIn.ask }).click();
  await page.getByText(dashboard.moveIn.sent).waitFor();
  const link = linkTo(await mailTo(parent.email, /^Show your .* membership in your account$/), '/dashboard');
  const other = await (await browser.newContext()).newPage();
  await signIn(other, { email: member.email, password: townPassword }, '?lang=en');
  await other.waitForURL(urlOf('/dashboard'));
  await openReady(other, link);
  await other.getByText(dashboard.moveIn.expired).waitFor();
  // On another device the link continues after the log-in.
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link);
  await phone.waitForURL(/\/signin/);
  await send(phone, parent);
  await phone.getByText(dashboard.notice['moved-in']).waitFor();
  expect(phone.url()).not.toContain('token');
  await untilPlan(phone, 'en', 'active');
});

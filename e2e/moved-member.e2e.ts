import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import cancel from '../locales/en/cancel.json' with { type: 'json' };
import { townList, townMembers, townPassword } from '../emulators/town/members.ts';
import { openReady, signIn, submit } from './support/parent.ts';
import { messages, onBillingPage, patternOf, pressOnDashboard, sendCard, untilPlan } from './support/payment.ts';
import { startPortal } from './support/portal.ts';
import { portalUrl, ports, urlOf } from './support/settings.ts';
import { page, portal, setUpPage } from './support/setup.ts';

setUpPage();

const { dashboard } = messages.en;

it('lets a parent of an earlier system see the next payment, change the card and cancel', async () => {
  const town = mkdtempSync(join(tmpdir(), 'town-'));
  const [member] = townMembers(1);
  if (member === undefined) throw new Error('The town is empty');
  const list = join(town, 'one.csv');
  writeFileSync(list, townList([member]));
  await portal.halt();
  const env = { PATH: process.env['PATH'], DATA_DIR: portal.dataFolder, TOWN_DIR: town, ...ports };
  const words = ['backend/admin/main.ts', 'move-in', 'members', list];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  expect(stdout).toMatch(/^moved in: 1\n/);
  const running = await startPortal({ settings: { DATA_DIR: portal.dataFolder } });
  onTestFinished(() => running.stop());

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

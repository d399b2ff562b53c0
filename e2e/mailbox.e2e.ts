import { expect, it } from 'vitest';
import { openClassroom } from './support/classroom.ts';
import { mailTo } from './support/mailbox.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';
import { newTeacher } from './support/teacher.ts';

setUpPage();

it.each([375, 1440])('shows a whole mail in its frame, which does not scroll, at %d px', async (width) => {
  const teacher = newTeacher();
  await openClassroom(teacher);
  const { subject } = await mailTo(teacher.email, /./);
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${portalUrl}/dev/mail?to=${encodeURIComponent(teacher.email)}`);
  await page.getByRole('link', { name: subject }).click();
  const mail = page.frameLocator('iframe').locator('html');
  await expect
    .poll(() => mail.evaluate((root) => Math.round(root.getBoundingClientRect().height) - innerHeight))
    .toBe(0);
});

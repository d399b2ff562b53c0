import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import mail from '../locales/en/mail.json' with { type: 'json' };
import { type Language, languages } from '../src/contracts/language.ts';
import { expectFocusOn, press } from './support/keyboard.ts';
import { mailTo } from './support/mailbox.ts';
import { inEachLanguage } from './support/messages.ts';
import { alert, beSignedIn, goToDashboard, newParent, password, signIn, storedSession } from './support/parent.ts';
import { startPortal } from './support/portal.ts';
import { messages, patternOf, subscribe, subscriptionsAtStripe } from './support/payment.ts';
import { setUpPage, browser, context, page, portal } from './support/setup.ts';
import { letTimePass } from './support/tables.ts';

setUpPage();

const mails = inEachLanguage({ mail }, { mail: 'mail' });

/** Waits for the home page, which tells that the account is deleted. */
const isDeleted = (tab: Page, language: Language): Promise<void> =>
  tab.getByRole('banner').getByRole('status').getByText(messages[language].site.notice.accountDeleted).waitFor();

describe.each(languages)('a subscriber who deletes the account, in %s', (language) => {
  const said = messages[language].dashboard.delete;
  const warning = () => page.getByRole('dialog', { name: said.heading });
  const confirm = () => page.getByRole('dialog', { name: said.confirm.heading });

  it('deletes the account by two dialogs: the subscription ends, a mail is sent, and signing in fails', async () => {
    const parent = newParent();
    const { userId } = await beSignedIn(context, parent);
    await subscribe(page, language);
    await goToDashboard(page);
    await page.getByRole('button', { name: said.open }).click();
    await warning().getByRole('button', { name: said.goOn }).click();
    await confirm().getByRole('button', { name: said.confirm.yes }).click();
    await isDeleted(page, language);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await storedSession(page)).toBeNull();

    await mailTo(parent.email, patternOf(mails[language].mail['account-deleted'].subject));
    expect(await subscriptionsAtStripe(userId)).toMatchObject([{ status: 'canceled' }]);
    await signIn(page, parent, `?lang=${language}`);
    await alert(page).waitFor();
    expect(await storedSession(page)).toBeNull();
  });

  it('deletes the account by the keyboard alone, after cancelling once', async () => {
    await beSignedIn(context);
    await goToDashboard(page, `?lang=${language}`);
    const open = page.getByRole('button', { name: said.open });
    await press(open);
    await expectFocusOn(warning().getByRole('heading'));
    await press(warning().getByRole('button', { name: said.goOn }));
    await expectFocusOn(confirm().getByRole('heading'));
    await page.keyboard.press('Escape');
    await expectFocusOn(warning().getByRole('button', { name: said.goOn }));
    await page.keyboard.press('Escape');
    await expectFocusOn(open);
    await press(open);
    await press(warning().getByRole('button', { name: said.goOn }));
    await press(confirm().getByRole('button', { name: said.confirm.yes }));
    await isDeleted(page, language);
    expect(await storedSession(page)).toBeNull();
  });
});

/** This is the last test of the file, because it replaces the portal. */
describe('the deletion of an account whose owner signed in long ago', () => {
  it('requires the password once the sign-in is older than fifteen minutes', async () => {
    const visitors = await Promise.all(
      languages.map(async (language) => {
        const visitor = await browser.newContext();
        const parent = newParent();
        await beSignedIn(visitor, parent);
        return { said: messages[language].dashboard.delete, language, parent, visitor };
      }),
    );
    await portal.halt();
    await letTimePass(portal.dataFolder, '16 minutes');
    const later = await startPortal({ settings: { DATA_DIR: portal.dataFolder } });
    for (const { said, language, parent, visitor } of visitors) {
      const tab = await visitor.newPage();
      await goToDashboard(tab, `?lang=${language}`);
      await tab.getByRole('button', { name: said.open }).click();
      await tab.getByRole('button', { name: said.goOn }).click();
      const yes = tab.getByRole('button', { name: said.confirm.yes });
      await yes.click();
      await password(tab).fill('not the password');
      await yes.click();
      await alert(tab).waitFor();
      expect(await storedSession(tab)).not.toBeNull();
      await password(tab).fill(parent.password);
      await yes.click();
      await isDeleted(tab, language);
      expect(await storedSession(tab)).toBeNull();
      await visitor.close();
    }
    await later.stop();
  });
});

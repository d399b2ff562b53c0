import { describe, expect, it } from 'vitest';
import enSite from '../locales/en/site.json' with { type: 'json' };
import frSite from '../locales/fr/site.json' with { type: 'json' };
import { languages } from '../src/contracts/language.ts';
import { expectFocusOn, press } from './support/keyboard.ts';
import { mailTo } from './support/mailbox.ts';
import { alert, beSignedIn, goToDashboard, newParent, signIn, storedSession } from './support/parent.ts';
import { subscribe, subscriptionsAtStripe, words } from './support/payment.ts';
import { beginStories, context, page } from './support/story.ts';

beginStories();

const notices = { en: enSite.notice, fr: frSite.notice };

describe.each(languages)('a subscriber deletes the account, in %s', (language) => {
  const said = words[language].dashboard.delete;
  const warning = () => page.getByRole('dialog', { name: said.heading });
  const confirm = () => page.getByRole('dialog', { name: said.confirm.heading });

  it('by two dialogs: the subscription ends, the mail comes, nobody can sign in', async () => {
    const parent = newParent();
    const { userId } = await beSignedIn(context, parent);
    await subscribe(page, language);
    await goToDashboard(page);
    await page.getByRole('button', { name: said.open }).click();
    await warning().getByRole('button', { name: said.goOn }).click();
    await confirm().getByRole('button', { name: said.confirm.yes }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect(await storedSession(page)).toBeNull();
    expect(await page.getByRole('banner').getByRole('status').textContent()).toBe(notices[language].accountDeleted);

    await mailTo(parent.email, language === 'fr' ? /supprimé/ : /deleted/);
    expect(await subscriptionsAtStripe(userId)).toMatchObject([{ status: 'canceled' }]);
    await signIn(page, parent, `?lang=${language}`);
    await alert(page).waitFor();
    expect(await storedSession(page)).toBeNull();
  });

  it('by the keyboard alone, and thinks twice', async () => {
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
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect(await storedSession(page)).toBeNull();
  });
});

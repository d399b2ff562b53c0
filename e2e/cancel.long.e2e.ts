import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import english from '../locales/en/cancel.json' with { type: 'json' };
import common from '../locales/en/common.json' with { type: 'json' };
import french from '../locales/fr/cancel.json' with { type: 'json' };
import { languages, type Language } from '../src/contracts/language.ts';
import { linkTo, mailTo } from './support/mailbox.ts';
import {
  alert,
  beSignedIn,
  email,
  newParent,
  openAccount,
  openReady,
  send,
  submit,
  goToDashboard,
  password,
  signIn,
  storedSession,
} from './support/parent.ts';
import {
  daysPassAtStripe,
  expectPlan,
  messages,
  patternOf,
  subscribe,
  subscriptionsAtStripe,
  untilPlan,
} from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { context, page, setUpPage, browser, portal } from './support/setup.ts';
import type { Page } from 'playwright-core';
import { letTimePass } from './support/portal.ts';

describe('ending the contract', () => {
  // Motion is reduced, because axe would measure the contrast of a colour during its transition.
  setUpPage({ visitor: { reducedMotion: 'reduce' } });

  const texts = { en: english, fr: french };
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const status = () => page.locator('maths-cancel').getByRole('status');

  describe.each(languages)('leaving, in %s', (language) => {
    const t = texts[language];
    const open = () => openReady(page, `${portalUrl}/cancel?lang=${language}`);

    it('leads from every footer to the form of that choice, by the wordings of the law', async () => {
      await page.goto(`${portalUrl}/signin?lang=${language}`);
      for (const kind of ['cancellation', 'withdrawal'] as const) {
        const link = page.locator('footer').getByRole('link', { name: t.kinds[kind].choice });
        expect(await link.getAttribute('href')).toBe(`/cancel?lang=${language}&mode=${kind}`);
      }
      const link = page.locator('footer').getByRole('link', { name: t.kinds.withdrawal.choice });
      await link.scrollIntoViewIfNeeded();
      // Past a quarter of the page, the banner and the form's checkbox go, which moves the footer.
      await page.locator('input[name="cookies"]').waitFor({ state: 'detached' });
      await link.click();
      await page
        .locator('maths-cancel')
        .getByText(t.kinds.withdrawal.explains.split('{{')[0] ?? '')
        .waitFor();
      await page.locator('input[name="name"]').waitFor();
    });

    it('lets a visitor withdraw without signing in, by a mailed link that is read once', async () => {
      const parent = newParent();
      await openAccount(parent);
      await open();
      await press(t.kinds.withdrawal.choice);
      await submit(page).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      await page.locator('input[name="name"]').fill('Marie Curie');
      await email(page).fill(parent.email);
      await submit(page).click();
      await page.getByText(t.recap.heading).waitFor();
      await press(t.kinds.withdrawal.confirm);
      await status().waitFor();
      expect(await status().textContent()).toContain(parent.email);

      const received = await mailTo(
        parent.email,
        { en: /received your withdrawal/, fr: /reçu votre rétractation/ }[language],
      );
      const link = linkTo(received, '/cancel');
      await openReady(page, link);
      expect(page.url()).not.toContain(new URL(link).hash.slice(1));
      await press(t.kinds.withdrawal.confirm);
      await status().waitFor();
      // The account has no membership, and a mail says so to its owner.
      await mailTo(parent.email, { en: /no .* membership to end/, fr: /aucun abonnement/ }[language]);
    });
  });

  describe('leaving as a member', () => {
    const t = english;
    const isEnding = async (userId: string) =>
      (await subscriptionsAtStripe(userId)).map(({ cancel_at_period_end: ends, status: state }) => [state, ends]);

    it('cancels, undoes and withdraws', async () => {
      const parent = newParent();
      const { userId } = await beSignedIn(context, parent);
      await subscribe(page);
      await openReady(page, `${portalUrl}/cancel?lang=en`);
      await page.getByText('Your free trial runs until').waitFor();
      await press(t.kinds.cancellation.choice);
      await press(t.kinds.cancellation.confirm);
      await status().getByText(patternOf(t.outcome.trial)).waitFor();
      await mailTo(parent.email, /membership is cancelled/);
      expect(await isEnding(userId)).toEqual([['trialing', true]]);

      await press(t.reason.price);
      await page.getByText(t.reason.thanks).waitFor();
      await openReady(page, `${portalUrl}/cancel?lang=en`);
      await press(t.undo);
      await page.getByText('Your membership goes on.').waitFor();
      await mailTo(parent.email, /membership goes on/);
      expect(await isEnding(userId)).toEqual([['trialing', false]]);

      await openReady(page, `${portalUrl}/cancel?lang=en`);
      await press(t.kinds.withdrawal.choice);
      await press(t.kinds.withdrawal.confirm);
      await status().getByText(patternOf(t.outcome.nothingPaid)).waitFor();
      await mailTo(parent.email, /withdrawal .* is complete/);
      expect(await isEnding(userId)).toEqual([['canceled', false]]);
    });

    it('withdraws after a payment, reads what goes back, and finds the account without a membership', async () => {
      await beSignedIn(context);
      await subscribe(page);
      await daysPassAtStripe(8);
      await untilPlan(page, 'en', 'active');
      await openReady(page, `${portalUrl}/cancel?lang=en`);
      await press(t.kinds.cancellation.choice);
      await press(t.kinds.cancellation.confirm);
      await status().getByText(patternOf(t.outcome.ends)).waitFor();
      await page.setViewportSize({ width: 375, height: 800 });
      await goToDashboard(page, '?lang=en');
      const refund = page.getByRole('link', { name: patternOf(messages.en.dashboard.refund) });
      const keep = await page.getByRole('button', { name: messages.en.dashboard.keep.button }).boundingBox();
      const words = await refund.evaluate((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return range.getBoundingClientRect().top;
      });
      // They have two lines on a phone.
      expect(words - (keep?.y ?? 0) - (keep?.height ?? 0)).toBeGreaterThanOrEqual(8);
      await refund.click();
      await press(t.kinds.withdrawal.confirm);
      await status().getByText('Ended today. US$9.99 goes back to your card, usually within ten days.').waitFor();
      await page.getByRole('link', { name: t.toAccount }).click();
      await expectPlan(page, 'en', 'ended');
    });

    it('explains that a link is not complete, and starts again', async () => {
      await openReady(page, `${portalUrl}/cancel?lang=en#token=short`);
      await alert(page).getByText(common.linkDamaged).waitFor();
      await press(t.declareAgain);
      await page.getByRole('button', { name: t.kinds.cancellation.choice }).waitFor();
    });
  });
});

describe('deleting the account', () => {
  setUpPage();

  /** Waits for the home page, which says that the account is deleted. */
  const isDeleted = (tab: Page, language: Language): Promise<void> =>
    tab.getByRole('banner').getByRole('status').getByText(messages[language].site.notice.accountDeleted).waitFor();

  describe.each(languages)('a subscriber who deletes the account, in %s', (language) => {
    const { delete: said, confirm: asked } = messages[language].dashboard;
    const warning = () => page.getByRole('dialog', { name: said.heading });
    const confirm = () => page.getByRole('dialog', { name: asked.delete.heading });

    it('deletes the account by a dialog of two steps: the subscription ends, a mail is sent, and signing in fails', async () => {
      const parent = newParent();
      const { userId } = await beSignedIn(context, parent);
      await subscribe(page, language);
      await goToDashboard(page);
      await page.getByRole('button', { name: said.open }).click();
      await warning().getByRole('button', { name: said.goOn }).click();
      await confirm().getByRole('button', { name: asked.delete.yes }).click();
      await isDeleted(page, language);
      expect(new URL(page.url()).pathname).toBe('/');
      expect(await storedSession(page)).toBeNull();

      await mailTo(parent.email, patternOf(messages[language].mail['account-deleted'].subject));
      expect(await subscriptionsAtStripe(userId)).toMatchObject([{ status: 'canceled' }]);
      await signIn(page, parent, `?lang=${language}`);
      await alert(page).waitFor();
      expect(await storedSession(page)).toBeNull();
    });

    it('logs in from the public page, keeps the account at first, and deletes it by the same dialog', async () => {
      const parent = newParent();
      await openAccount(parent);
      await page.goto(`${portalUrl}/delete-account?lang=${language}`);
      await page.getByRole('link', { name: messages[language].site.deleteAccount.logIn }).click();
      await send(page, parent);
      await warning().getByRole('button', { name: asked.delete.keep }).click();
      const focused = page.locator('maths-dashboard').getByRole('button', { name: said.open });
      await expect.poll(() => focused.evaluate((button) => button.matches(':focus'))).toBe(true);
      await page.reload();
      await warning().getByRole('button', { name: said.goOn }).click();
      await confirm().getByRole('button', { name: asked.delete.yes }).click();
      await isDeleted(page, language);
    });

    it('saves a copy of the data as a file', async () => {
      const parent = newParent();
      await beSignedIn(context, parent);
      await goToDashboard(page, `?lang=${language}`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: messages[language].dashboard.data.button }).click(),
      ]);
      const { parent: held } = JSON.parse(await readFile(await download.path(), 'utf8'));
      expect(held.playfab).toMatchObject({ email: parent.email });
      expect(held.portal.agreements).toMatchObject([{ kind: 'sign-up' }]);
    });

    it('deletes the account without a log-in, by the mailed link', async () => {
      const parent = newParent();
      const { deletion } = { en: english, fr: french }[language].kinds;
      await openAccount(parent);
      await openReady(page, `${portalUrl}/delete-account?lang=${language}`);
      await email(page).fill(parent.email);
      await submit(page).click();
      await page.getByRole('button', { name: deletion.confirm }).click();
      const mail = await mailTo(parent.email, patternOf(messages[language].mail['deletion-received'].subject));
      await openReady(page, linkTo(mail, '/delete-account'));
      expect(new URL(page.url()).hash).toBe('');
      await page.getByRole('button', { name: deletion.confirm }).click();
      await mailTo(parent.email, patternOf(messages[language].mail['account-deleted'].subject));
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
          return { said: messages[language].dashboard, language, parent, visitor };
        }),
      );
      const later = await letTimePass(portal, '16 minutes');
      onTestFinished(() => later.stop());
      for (const { said, language, parent, visitor } of visitors) {
        const tab = await visitor.newPage();
        await goToDashboard(tab, `?lang=${language}`);
        await tab.getByRole('button', { name: said.delete.open }).click();
        await tab.getByRole('button', { name: said.delete.goOn }).click();
        const yes = tab.getByRole('button', { name: said.confirm.delete.yes });
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
    });
  });
});

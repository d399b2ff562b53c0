import { describe, expect, it } from 'vitest';
import english from '../locales/en/cancel.json' with { type: 'json' };
import french from '../locales/fr/cancel.json' with { type: 'json' };
import { languages } from '../src/contracts/language.ts';
import { faultsOf } from './support/audit.ts';
import { linkTo, mailTo } from './support/mailbox.ts';
import { alert, beSignedIn, email, newParent, openAccount, openReady, submit } from './support/parent.ts';
import { subscribe, subscriptionsAtStripe } from './support/payment.ts';
import { portalUrl } from './support/settings.ts';
import { context, page, setUpPage } from './support/setup.ts';

// Motion is reduced, because axe would measure the contrast of a colour during its transition.
setUpPage({ visitor: { reducedMotion: 'reduce' } });

const texts = { en: english, fr: french };
const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const status = () => page.locator('maths-cancel').getByRole('status');
const expectNoFaults = async (state: string): Promise<void> => {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await faultsOf(page), `${state}, ${width} px`).toEqual([]);
  }
};

describe.each(languages)('leaving, in %s', (language) => {
  const t = texts[language];
  const open = () => openReady(page, `${portalUrl}/cancel?lang=${language}`);

  it('leads from every footer to the page, by the wordings of the law', async () => {
    await page.goto(`${portalUrl}/signin?lang=${language}`);
    for (const kind of ['cancellation', 'withdrawal'] as const) {
      const link = page.locator('footer').getByRole('link', { name: t.kinds[kind].choice });
      expect(await link.getAttribute('href')).toBe(`/cancel?lang=${language}`);
    }
  });

  it('lets a visitor withdraw without signing in, by a mailed link that is read once', async () => {
    const parent = newParent();
    await openAccount(parent);
    await open();
    await expectNoFaults('choice');
    await press(t.kinds.withdrawal.choice);
    await submit(page).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await expectNoFaults('incomplete');
    await page.locator('input[name="name"]').fill('Marie Curie');
    await email(page).fill(parent.email);
    await submit(page).click();
    await page.getByText(t.recap.heading).waitFor();
    await expectNoFaults('summary');
    await press(t.kinds.withdrawal.confirm);
    await status().waitFor();
    expect(await status().textContent()).toContain(parent.email);
    await expectNoFaults('received');

    const received = await mailTo(
      parent.email,
      { en: /received your withdrawal/, fr: /reçu votre rétractation/ }[language],
    );
    const link = linkTo(received, '/cancel');
    await openReady(page, link);
    expect(page.url()).not.toContain(new URL(link).hash.slice(1));
    await press(t.kinds.withdrawal.confirm);
    await status().waitFor();
    // The account has no membership, and its owner is told.
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
    await page.getByText('Your free trial ends on').waitFor();
    await expectNoFaults('membership');
    await press(t.kinds.cancellation.choice);
    await press(t.kinds.cancellation.confirm);
    await status().waitFor();
    await expectNoFaults('received, with the question');
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
    await status().waitFor();
    await mailTo(parent.email, /withdrawal .* is complete/);
    expect(await isEnding(userId)).toEqual([['canceled', false]]);
  });

  it('explains that a link is not complete, and starts again', async () => {
    await openReady(page, `${portalUrl}/cancel?lang=en#token=short`);
    await alert(page).getByText(t.linkSpent).waitFor();
    await press(t.declareAgain);
    await page.getByRole('button', { name: t.kinds.cancellation.choice }).waitFor();
  });
});

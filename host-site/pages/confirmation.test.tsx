import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Membership } from '../../src/contracts/calls/subscription.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { openPage, session } from '../testing/open-page.ts';

beforeEach(() => createSessionStore().write(session));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const place = () => within(screen.getByRole('main')).getByRole('status');
const result = () => place().querySelector(':scope > :not([hidden])');
/** A style sheet shows the place to a visitor with these classes only. */
const isShown = () => ['signed-in', 'from-checkout'].every((name) => document.documentElement.classList.contains(name));
/** Reports the result of the checkout, as the element does. */
const report = (detail: Membership): void => {
  const event = new CustomEvent('membership-checked', { detail, bubbles: true, composed: true });
  document.querySelector('maths-confirmation')?.dispatchEvent(event);
};

describe('the result of a purchase', () => {
  it.each([
    [
      'en',
      'Your free trial has begun',
      /until December\u00a021,\u00a02026\. Then the first payment of US\$9\.99 is taken/,
    ],
    [
      'fr',
      'Votre essai gratuit a commencé',
      /jusqu’au 21\u00a0décembre\u00a02026\. Ensuite, le premier paiement de 9,99\u00a0\$US/,
    ],
  ])(
    'announces the result at the top of the page with day and amount of the first payment, in %s',
    async (lang, heading, text) => {
      await openPage(`/confirmation?lang=${lang}&checkout=cs_test_1`);
      expect(isShown()).toBe(true);
      expect(result()?.textContent).toMatch(/^(Checking|Vérification)/);
      report({ kind: 'trial', first: { amount: 999, currency: 'usd', at: '2026-12-21T10:00:00.000Z' } });
      expect(result()?.querySelector('h2')?.textContent).toBe(heading);
      expect(result()?.textContent).toMatch(text);
    },
  );

  it('names the length of a trial whose end the store does not report', async () => {
    await openPage('/confirmation?lang=en&checkout=cs_test_1');
    report({ kind: 'trial', first: null });
    expect(result()?.textContent).toContain('You have 7 days to try everything.');
  });

  it.each([
    ['pending', /If you have just paid, your payment is being processed/],
    ['unknown', /could not check your membership/],
  ] as const)('claims no membership that is %s', async (kind, text) => {
    await openPage('/confirmation?lang=en&checkout=cs_test_1');
    report({ kind });
    expect(result()?.textContent).toMatch(text);
    expect(result()?.textContent).not.toMatch(/active|trial/);
  });

  it.each([
    ['en', /^Your earlier membership runs until March\u00a03,\u00a02027 and ends there\.$/],
    ['fr', /^Votre abonnement précédent court jusqu’au 3\u00a0mars\u00a02027 et se termine ensuite\.$/],
  ])('says until when an earlier membership runs, in %s', async (lang, text) => {
    await openPage(`/confirmation?lang=${lang}&checkout=cs_test_1`);
    const earlier = () => [...place().children].at(-1);
    report({ kind: 'active' });
    expect(earlier()).toHaveProperty('hidden', true);
    report({ kind: 'active', earlierUntil: '2027-03-03T10:00:00.000Z' });
    expect(earlier()).toHaveProperty('hidden', false);
    expect(earlier()?.textContent).toMatch(text);
  });

  it('shows no result without a checkout, or without a session', async () => {
    await openPage('/confirmation?lang=en');
    expect(isShown()).toBe(false);
    localStorage.clear();
    await openPage('/confirmation?lang=en&checkout=cs_test_1');
    expect(isShown()).toBe(false);
  });
});

import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keptAfterDeletion, keptDays } from '../../src/config/limits.ts';
import { openPage } from '../testing/open-page.ts';

const main = () => within(screen.getByRole('main'));
const headings = () =>
  main()
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

afterEach(() => vi.restoreAllMocks());

describe('the legal pages', () => {
  it.each([
    ['/terms?lang=en', 'Terms of use', 'Sample', 'The free trial'],
    ['/terms?lang=fr', 'Conditions d’utilisation', 'Exemple', 'L’essai gratuit'],
    ['/privacy?lang=en', 'Privacy policy', 'Sample', 'How long we keep it'],
    ['/privacy?lang=fr', 'Politique de confidentialité', 'Exemple', 'Durée de conservation'],
  ])('shows the text of %s, marked as a sample', async (path, heading, sample, section) => {
    await openPage(path);
    expect(headings()[0]).toBe(heading);
    expect(headings()).toContain(section);
    expect(main().getByText(sample)).toBeDefined();
  });

  it('lists on the privacy page what the jobs delete, and after how many days', async () => {
    await openPage('/privacy?lang=en');
    const rows = main()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toHaveLength(Object.keys(keptDays).length);
    expect(rows).toContain(`counted visits, after ${keptDays.visits} days`);
  });

  it.each([
    ['en', 'Log in and delete', /: 3 years, and at least 1 year after the account was deleted$/],
    ['fr', 'Se connecter et supprimer', / : 3 ans, et au moins 1 an après la suppression du compte$/],
  ])('says what a deletion leaves, and leads to its dialog, in %s', async (lang, name, period) => {
    await openPage(`/delete-account?lang=${lang}&mode=cancellation`);
    const lists = main().getAllByRole('list');
    expect(lists.map((list) => within(list).getAllByRole('listitem').length)).toEqual([3, keptAfterDeletion.length]);
    expect(main().getByText(period)).toBeDefined();
    const link = main().getByRole('link', { name });
    expect(new URL(link.getAttribute('href') ?? '', 'http://portal').hash).toBe('#delete');
    // The query of a page of cancelling does not change the form.
    expect(document.querySelector('maths-cancel')?.getAttribute('mode')).toBe('deletion');
    await openPage(`/dashboard?lang=${lang}#delete`);
    expect(document.querySelector('maths-dashboard')?.getAttribute('mode')).toBe('deletion');
  });

  it('links to the legal pages from the banner, and from each to the other', async () => {
    await openPage('/?lang=en&coupon=ETE');
    const addressOf = (link: Element): string | null => link.getAttribute('href');
    const banner = document.querySelector<HTMLElement>('.consent');
    if (banner === null) throw new Error('no banner');
    expect(addressOf(within(banner).getByText('Privacy policy'))).toBe('/privacy?lang=en&coupon=ETE');
    await openPage('/privacy?lang=en&coupon=ETE');
    expect(addressOf(main().getByRole('link', { name: 'terms of use' }))).toBe('/terms?lang=en&coupon=ETE');
  });
});

import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';

configure({ reactStrictMode: true });

const main = () => within(screen.getByRole('main'));
const headings = () =>
  main()
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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
    expect(document.title).toContain(`(${sample.toLowerCase()})`);
  });

  it('opens the legal pages from the banner without a new load, and links them to each other', async () => {
    await openPage('/?lang=en&coupon=ETE');
    // Hidden in jsdom: the banner is shown by the first script of the document.
    fireEvent.click(screen.getByRole('link', { name: 'Privacy policy', hidden: true }));
    await main().findByRole('heading', { level: 2, name: 'Your rights' });
    expect([location.pathname, location.search]).toEqual(['/privacy/', '?lang=en&coupon=ETE']);
    fireEvent.click(main().getByRole('link', { name: 'terms of use' }));
    await main().findByRole('heading', { level: 2, name: 'Fair use' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Terms of use'));
  });

  it('shows the legal pages in the language of the page', async () => {
    await openPage('/terms?lang=en');
    fireEvent.click(screen.getByRole('link', { name: 'FR, Français' }));
    await main().findByRole('heading', { level: 2, name: 'Bon usage' });
    expect(headings()).not.toContain('Fair use');
  });
});

import { readdirSync } from 'node:fs';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isWidgetRoute, routeNames, routes } from '../../src/contracts/routes.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { openPage, session } from '../testing/open-page.ts';

const sessions = createSessionStore();

const banner = () => within(screen.getByRole('banner'));
const footer = () => within(screen.getByRole('contentinfo'));
/** The notice of the previous page. */
const said = (): string =>
  (banner().getByRole('status').querySelector(':scope > :not([hidden])')?.textContent ?? '').trim();
const heading = () => screen.getByRole('heading', { level: 1 });

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessions.remove();
});

describe('the files of the pages', () => {
  const pages = routeNames().filter((name) => !isWidgetRoute(name));

  it.each(pages)('shows one consent banner on the page %s, and the footer of its area', async (page) => {
    if (routes[page].guard === 'session') sessions.write(session);
    await openPage(`${routes[page].path.replace(':id', 'k-3')}?lang=en`);
    expect(document.querySelectorAll('.consent')).toHaveLength(1);
    const isTeachers = footer().queryByRole('link', { name: 'Update a classroom' }) !== null;
    expect(isTeachers).toBe(routes[page].path.startsWith('/schoolzone/') && page !== 'classroom');
  });

  it('has no file without a route', () => {
    const files = readdirSync('host-site/pages', { withFileTypes: true })
      .filter((file) => file.isFile() && !file.name.endsWith('.test.tsx'))
      .map(({ name }) => name);
    const names = pages.map((page) => `${page.replaceAll(/(?=[A-Z])/g, '-').toLowerCase()}.tsx`);
    expect(files.sort()).toEqual(names.sort());
  });
});

describe('the header', () => {
  it('links to the sections of the front page, which exist, and to School Zone', async () => {
    await openPage('/?lang=en');
    const links = within(banner().getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
    const addresses = links.map((link) => link.getAttribute('href') ?? '');
    expect(addresses).toEqual(['#how-it-works', '#curriculum', '#membership', '/schoolzone/teacher/signup?lang=en']);
    for (const address of addresses.slice(0, 3)) expect(document.querySelector(address), address).not.toBeNull();
  });

  it('shows these section links on no other page', async () => {
    await openPage('/signup?lang=en');
    expect(banner().queryByRole('navigation', { name: 'On this page' })).toBeNull();
  });

  it.each([
    '/',
    '/signin',
    '/confirmation',
    '/schoolzone/teacher/signup',
    '/schoolzone/teacher/signup-success',
    '/terms',
    '/privacy',
  ])('links to the log-in and to the free trial on %s', async (path) => {
    await openPage(`${path}?lang=en&coupon=ETE`);
    const address = (name: string) => banner().getByRole('link', { name }).getAttribute('href');
    expect(address('Log in')).toMatch(/^\/signin\?(?=.*lang=en)(?=.*coupon=ETE)/);
    expect(address('Start 7-day trial')).toMatch(/^\/signup\?(?=.*lang=en)(?=.*coupon=ETE)/);
  });

  it.each(['/signup', '/cancel', '/delete-account'])(
    'offers no trial beside what the visitor does on %s',
    async (path) => {
      await openPage(`${path}?lang=en`);
      expect(banner().getByRole('link', { name: 'Log in' })).toBeDefined();
      expect(banner().queryByRole('link', { name: 'Start 7-day trial' })).toBeNull();
    },
  );

  it('logs a parent out on the account page, here and at the server, even if the element did not load', async () => {
    sessions.write(session);
    const fetched = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('offline')));
    vi.stubGlobal('fetch', fetched);
    const { reload } = await openPage('/dashboard?lang=en');
    fireEvent.click(banner().getByRole('button', { name: 'Log out' }));
    expect(reload).toHaveBeenCalledOnce();
    expect(location.pathname).toBe('/');
    expect(sessions.read()).toBeNull();
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/user/integrations?p=1', {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${session.token}` },
      keepalive: true,
    });
  });

  it('lets the element log out, which also notifies the server', async () => {
    sessions.write(session);
    await openPage('/dashboard?lang=en');
    const asked = vi.fn((event: Event) => event.preventDefault());
    document.querySelector('maths-dashboard')?.addEventListener('sign-out', asked);
    fireEvent.click(banner().getByRole('button', { name: 'Log out' }));
    expect(asked).toHaveBeenCalledOnce();
    expect(sessions.read()).not.toBeNull();
  });

  it('links to the account for a signed-in parent, without links to log in or sign up', async () => {
    sessions.write(session);
    await openPage('/confirmation?lang=en&coupon=ETE');
    expect(banner().getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe(
      '/dashboard?lang=en&coupon=ETE',
    );
    // A style sheet hides the others.
    expect(document.documentElement.classList.contains('signed-in')).toBe(true);
    for (const link of banner().getAllByRole('link', { name: /^(Log in|Start)/ })) {
      expect(link.closest('.for-guests')).not.toBeNull();
    }
  });
});

describe('the sign-up page', () => {
  it('lists six benefits, including the score increase', async () => {
    await openPage('/signup?lang=en');
    const benefits = [...document.querySelectorAll('.ticks b')].map(({ textContent }) => textContent);
    expect(benefits).toHaveLength(6);
    expect(benefits).toContain('500+ hands-on challenges');
    expect(benefits).toContain('A 10.5% score increase');
  });
});

describe('the footer', () => {
  const columns = () => [...document.querySelectorAll('.foot h2')].map(({ textContent }) => textContent);

  it.each([
    ['/', ['Company', 'Apps', 'Legal', 'Follow us'], 'Press kits'],
    ['/schoolzone/teacher/signup', ['School Zone', 'Families', 'Legal', 'Follow us'], 'Update a classroom'],
  ])('shows the columns of its area on %s, and a copyright until this year', async (path, headings, link) => {
    await openPage(`${path}?lang=en`);
    expect(columns()).toEqual(headings);
    expect(footer().getByRole('link', { name: link })).toBeDefined();
    expect(footer().getByText(`© 2023–${new Date().getFullYear()} Numeria`)).toBeDefined();
  });

  it.each(['dashboard', 'cancel', 'deleteAccount', 'classroom', 'levels'] as const)(
    'is one line of links on the page %s',
    async (page) => {
      sessions.write(session);
      await openPage(`${routes[page].path.replace(':id', 'k-3')}?lang=en`);
      expect(columns()).toEqual([]);
      const links = [...footer().getAllByRole('link'), footer().getByRole('button')].map(
        ({ textContent }) => textContent,
      );
      expect(links).toEqual([
        'Contact',
        'Terms of use',
        'Privacy',
        'Cancel your contract',
        'Withdraw from contract here',
        'Cookie choices',
      ]);
    },
  );
});

describe('the home page after an account was deleted', () => {
  const deleteAccount = async () => {
    sessions.write(session);
    history.pushState(null, '', '/');
    const { reload } = await openPage('/dashboard?lang=en&coupon=ETE');
    expect(said()).toBe('');
    const dashboard = document.querySelector('maths-dashboard');
    if (dashboard === null) throw new Error('no dashboard');
    sessions.remove();
    fireEvent(dashboard, new CustomEvent('account-deleted', { bubbles: true }));
    expect(reload).toHaveBeenCalledOnce();
    await openPage(location.pathname + location.search);
  };

  it('shows a notice in an existing place, so that it is announced', async () => {
    await deleteAccount();
    expect(location.pathname + location.search).toBe('/?lang=en&coupon=ETE');
    expect(said()).toMatch(/^Your account has been deleted/);
  });

  it('removes the notice when it is closed, and moves the focus to the heading', async () => {
    await deleteAccount();
    fireEvent.click(banner().getByRole('button', { name: 'Close this message' }));
    expect(said()).toBe('');
    expect(history.state).toBeNull();
    expect(document.activeElement).toBe(heading());
  });
});

describe('the end of a session', () => {
  const openAccountPage = async () => {
    sessions.write(session);
    history.replaceState(null, '', '/');
    return openPage('/dashboard?lang=en&coupon=ETE');
  };
  const report = (reason: 'requested' | 'ended') => {
    sessions.remove();
    const dashboard = document.querySelector('maths-dashboard');
    dashboard?.dispatchEvent(new CustomEvent('signed-out', { bubbles: true, detail: { reason } }));
  };

  it('leads home after a log-out, which says so', async () => {
    const { reload } = await openAccountPage();
    report('requested');
    expect(reload).toHaveBeenCalledOnce();
    expect([location.pathname + location.search, history.state]).toEqual(['/?lang=en&coupon=ETE', 'signedOut']);
  });

  it('says on the page that follows that an address does not exist', async () => {
    await openPage('/?lang=en#unknown-address');
    expect(screen.getByText('That page does not exist.').closest('[hidden]')).toBeNull();
    expect(location.href).not.toContain('#');
  });

  it('leads to the sign-in page, which says so, when another tab ended it', async () => {
    const { reload } = await openAccountPage();
    sessions.remove();
    fireEvent(window, new StorageEvent('storage', { key: 'session' }));
    expect(document.documentElement.hidden).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
    // The element hears of it too.
    report('ended');
    expect(reload).toHaveBeenCalledOnce();
    await openPage(location.pathname + location.search);
    expect(said()).toBe('You have been logged out. Please log in again.');
  });

  it('ends with a new password, and no page links to the account any more', async () => {
    sessions.write(session);
    await openPage('/reset-password?lang=en');
    expect(document.documentElement.classList.contains('signed-in')).toBe(true);
    fireEvent(
      document.querySelector('maths-reset-password') ?? document,
      new CustomEvent('password-reset', { bubbles: true }),
    );
    expect(document.documentElement.classList.contains('signed-in')).toBe(false);
    expect(sessions.read()).toBeNull();
  });
});

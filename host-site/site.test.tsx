import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consentCookie } from '../src/contracts/cookies.ts';
import { createConsentStore } from '../src/session/consent-store.ts';
import { renderRoute } from './prerender/render-page.tsx';
import { openPage } from './testing/open-page.ts';

const key = 'k-3_k-3_k-3_k-3_k-3_k-';
const secret = 's'.repeat(43);

const addressesIn = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '');

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the teachers’ area', () => {
  it('leads a teacher from the parents’ log-in to the link of her class', async () => {
    await openPage('/signin?lang=en');
    const link = screen.getByRole('link', { name: 'Find your class' });
    expect(link.getAttribute('href')).toBe('/schoolzone/teacher/signup?lang=en&mode=link');
  });

  it('opens the form of the address, and changes the address with it, so that its links lead to the other form again', async () => {
    await openPage('/schoolzone/teacher/signup?lang=en&mode=update');
    const form = document.querySelector('maths-teacher-sign-up');
    expect(form?.getAttribute('mode')).toBe('update');
    form?.setAttribute('mode', 'create');
    await waitFor(() => expect(location.search).toBe('?lang=en&mode=create'));
    const address = screen.getByRole('link', { name: 'Update a classroom' }).getAttribute('href');
    expect(address).toBe('/schoolzone/teacher/signup?lang=en&mode=update');
  });

  it('marks its reviews as samples', async () => {
    await openPage('/schoolzone/teacher/signup?lang=en');
    expect(screen.getAllByText('Sample review')).toHaveLength(screen.getAllByRole('figure').length);
  });
});

describe('the language of a page', () => {
  afterEach(() => localStorage.clear());

  it('loads the page in the language that only the storage contains, with its query', async () => {
    localStorage.setItem('lang', 'fr');
    const { replace } = await openPage('/signin?coupon=ETE');
    expect(document.documentElement.hidden).toBe(true);
    expect(replace).toHaveBeenCalledExactlyOnceWith('?coupon=ETE&lang=fr');
  });

  it('loads no page again whose address names the language', async () => {
    localStorage.setItem('lang', 'fr');
    const { replace } = await openPage('/signin?lang=en');
    expect(replace).not.toHaveBeenCalled();
    expect(localStorage.getItem('lang')).toBe('en');
  });

  it('gives the page in the other language the private value of a mailed link, in the fragment only', async () => {
    const { assign } = await openPage(`/reset-password?lang=en&coupon=ETE#token=${secret}`);
    fireEvent.click(screen.getByRole('link', { name: 'FR, Français' }));
    expect(assign).toHaveBeenCalledExactlyOnceWith(`?lang=fr&coupon=ETE#token=${secret}`);
    expect(location.href + document.documentElement.outerHTML).not.toContain(secret);
  });
});

describe('a scroll', () => {
  const scrollTo = (position: number): void => {
    vi.stubGlobal('scrollY', position);
    fireEvent.scroll(window);
  };
  const banner = () => document.documentElement.classList.contains('asks-consent');

  beforeEach(() => {
    document.cookie = `${consentCookie.name}=; path=/; max-age=0`;
    vi.stubGlobal('innerHeight', 600);
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(1600);
  });

  it('closes the banner past a quarter of the page, not at a quarter, and stores that it was a scroll', async () => {
    await openPage('/?lang=en');
    scrollTo(250);
    expect([banner(), createConsentStore().state()]).toEqual([true, 'none']);
    scrollTo(251);
    expect([banner(), createConsentStore().state()]).toEqual([false, 'scrolled']);
  });

  it('leaves the banner to a visitor whose focus is in it', async () => {
    await openPage('/signin?lang=en');
    screen.getByRole('button', { name: 'Refuse' }).focus();
    scrollTo(900);
    expect([banner(), createConsentStore().state()]).toEqual([true, 'none']);
  });
});

describe('the page view of the teachers’ page', () => {
  const told = vi.fn();
  const answer = async (input: string): Promise<Response> => {
    if (!input.endsWith('/api/geolocation')) throw new TypeError('offline');
    told(input);
    return new Response('{"success":true,"country":"CA"}');
  };

  beforeEach(() => {
    told.mockClear();
    vi.stubGlobal('fetch', answer);
    vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => {
      if (body instanceof Blob) void body.text().then((text) => told(JSON.parse(JSON.parse(text).data)));
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    createConsentStore().refuse();
  });

  it('sends the page view once, with the country, when consent is given while the page is open', async () => {
    await openPage('/schoolzone/teacher/signup?lang=fr');
    for (const choose of ['Accepter', 'Gérer les cookies', 'Refuser', 'Gérer les cookies', 'Accepter']) {
      fireEvent.click(screen.getByRole('button', { name: choose }));
    }
    const view = { page: '/schoolzone/teacher/signup', lang: 'fr', country: 'CA' };
    await waitFor(() => expect(told).toHaveBeenCalledWith(expect.objectContaining(view)));
    const askedForTheCountryAndToldTheView = 2;
    expect(told).toHaveBeenCalledTimes(askedForTheCountryAndToldTheView);
  });

  it('requests no country without consent', async () => {
    await openPage('/schoolzone/teacher/signup?lang=fr');
    await screen.findByRole('heading', { level: 1 });
    expect(told).not.toHaveBeenCalled();
  });
});

describe('a classroom’s page', () => {
  it.each(['', '.', '%20', '%E2%80%8B)'])(
    'passes its id to the tag, and not to a link, with %j behind it',
    async (end) => {
      await openPage(`/schoolzone/teacher/classroom/${key}${end}?lang=en`);
      expect(document.querySelector('maths-classroom')?.getAttribute('classroom-id')).toBe(key);
      expect(addressesIn('.top a, .foot a').filter((address) => address.includes(key))).toEqual([]);
    },
  );
});

describe('a classroom on paper', () => {
  it('is in landscape on each page of each engine, because its pages have no name and nothing contains them', async () => {
    // Firefox applies a named page to the first page only, and breaks no page inside a size container.
    expect((await renderRoute('classroom', 'en')).head).toContain(
      '<style>@page { size: landscape; margin: 10mm }</style>',
    );
    expect(readFileSync('src/features/classroom/classroom.css', 'utf8')).toMatch(
      /\.maths\[[^{]+\{[^}]*container-type: normal/,
    );
  });
});

describe('the page behind a classroom’s mailed link', () => {
  it('passes the secret to the tag as a property, and keeps it out of every address and attribute', async () => {
    await openPage(`/schoolzone/teacher/classroom-update?lang=en#token=${secret}`);
    expect(document.querySelector('maths-classroom-update')).toHaveProperty('secret', secret);
    expect(location.href + document.documentElement.outerHTML).not.toContain(secret);
  });
});

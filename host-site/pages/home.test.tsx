import { screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { curriculum } from '../../src/config/curriculum.ts';
import { storeLinks } from '../../src/config/store-links.ts';
import { priceLineMark } from '../../src/contracts/pages.ts';
import { type Language, languages } from '../../src/contracts/language.ts';
import { Page } from './home.tsx';
import { testimonialsUrl } from '../layout/footer.tsx';
import { loadSite, SiteProvider } from '../site-context.ts';

const open = async (language: Language): Promise<void> => {
  document.body.innerHTML = renderToStaticMarkup(
    <SiteProvider value={await loadSite('home', language)}>
      <Page />
    </SiteProvider>,
  );
};
const addressOf = (link: Element): string | null => link.getAttribute('href');
const linkTo = (name: string) => addressOf(screen.getByRole('link', { name }));

describe.each(languages)('the parents’ front page, in %s', (language) => {
  it('shows one primary button, which leads to the sign-up', async () => {
    await open(language);
    expect([...document.querySelectorAll('.maths-button-sun')].map(addressOf)).toEqual([`/signup?lang=${language}`]);
  });

  it('names every package as the game does, with a picture and a description', async () => {
    await open(language);
    const cards = [...document.querySelectorAll('.shelf > li')];
    expect(cards.map((card) => card.querySelector('h3')?.textContent)).toEqual(
      curriculum.packages.map(({ label }) => label[language]),
    );
    expect(new Set(cards.map((card) => card.querySelector('img')?.getAttribute('src'))).size).toBe(cards.length);
    for (const card of cards) expect(card.querySelector('p')?.textContent).toMatch(/\.$/);
  });

  it('shows no invented award or seal, and claims the increase once', async () => {
    await open(language);
    expect(document.querySelectorAll('.proof-badge')).toHaveLength(0);
    expect(document.body.textContent.match(/10[.,]5/g)).toHaveLength(1);
  });

  it('names the price, what happens on which day, and the refund', async () => {
    await open(language);
    const membership = document.querySelector('#membership');
    expect(membership?.querySelector('.price-line')?.textContent).toBe(priceLineMark);
    const days = [...document.querySelectorAll('.days b')].map(({ textContent }) => textContent);
    expect(days).toEqual(
      language === 'en' ? ['Today', 'Day 5', 'After day 7'] : ['Aujourd’hui', 'Jour\u{A0}5', 'Après le jour\u{A0}7'],
    );
    expect(membership?.textContent).toMatch(/14[ \u{A0}](days|jours)/u);
  });

  it('claims 500+ challenges and an increase of 10.5%', async () => {
    await open(language);
    const numbers = [...document.querySelectorAll('.proof-number b')].map(({ textContent }) => textContent);
    expect(numbers).toEqual(language === 'en' ? ['500+', '10.5%'] : ['500+', '10,5\u{A0}%']);
  });
});

describe('the parents’ front page', () => {
  it('counts the concepts and levels, without the hidden ones', async () => {
    await open('en');
    expect(document.querySelector('#curriculum .lead')?.textContent).toMatch(/^60 concepts in 552 levels/);
  });

  it('names the awards and the seal that the operator set', async () => {
    vi.stubEnv('VITE_AWARDS', 'Best maths game 2026, Parents’ choice');
    vi.stubEnv('VITE_SAFETY_SEAL', 'Certified child-safe');
    onTestFinished(() => void vi.unstubAllEnvs());
    await open('en');
    const badges = [...document.querySelectorAll('.proof-badge b')].map(({ textContent }) => textContent);
    expect(badges).toEqual(['Best maths game 2026', 'Parents’ choice', 'Certified child-safe']);
  });

  it('links from ‘Did you know?’ to the testimonials and to the app', async () => {
    await open('en');
    expect(linkTo('Read what families say')).toBe(testimonialsUrl);
    expect(linkTo('Download on the App Store')).toBe(storeLinks.appStore);
    expect(linkTo('Get it on Google Play')).toBe(storeLinks.googlePlay);
  });

  it('loads the scene first, and pictures further down only when they are near', async () => {
    await open('en');
    const pictures = [...document.querySelectorAll('img')];
    expect(pictures.filter((picture) => picture.getAttribute('fetchpriority') === 'high')).toHaveLength(1);
    const below = [...document.querySelectorAll('.proof ~ * img')];
    expect(below.filter((picture) => picture.getAttribute('loading') !== 'lazy')).toEqual([]);
    expect(pictures.filter((picture) => !picture.getAttribute('width') || !picture.getAttribute('height'))).toEqual([]);
  });
});

import type { Brand } from './brand.ts';
import { originOf } from './origin.ts';
import { textOf, type Variables } from './variables.ts';

/** Who may hold a widget. One table serves the elements, the CORS list and `frame-ancestors` (decisions section 3). */
export type Audience = 'parent' | 'teacher';
export type Partner = { key: string; origin: string; audience: Audience };

const defaults = ({ slug, domain }: Brand): Partner[] => [
  { key: 'web2wave', origin: `https://web2wave.${domain}`, audience: 'parent' },
  { key: `funnel${slug}com`, origin: `https://funnel.${domain}`, audience: 'parent' },
  { key: `quiz${slug}com`, origin: `https://quiz.${domain}`, audience: 'parent' },
  { key: `quizdev${slug}com`, origin: `https://quizdev.${domain}`, audience: 'parent' },
  { key: `quizgabriel${slug}com`, origin: `https://quizgabriel.${domain}`, audience: 'parent' },
  { key: 'educators', origin: `https://educators.${domain}`, audience: 'teacher' },
];

/** @throws Error when the text is not an origin in the form that browsers send. */
const exactOrigin = (key: string, text: string): string => {
  const origin = originOf(text);
  if (origin === text && /^https?:/.test(origin)) return origin;
  const fix = `${key}=${origin ?? 'https://partner.example'}`;
  throw new Error(`VITE_PARTNERS has no plain origin for "${key}": write ${fix}, without a path and a trailing slash.`);
};

/**
 * Returns the table that `VITE_PARTNERS` describes: comma-separated `key=origin` pairs, or the word `none` for an empty
 * table. In development the pairs change the default table, and an empty origin removes a default key; production trusts
 * no default key. A key keeps its default audience; a new one is for parents. `VITE_DEMO_ORIGIN` adds `demo` for both
 * audiences and is only ever set by the development server.
 * @throws Error with a sentence when an entry is not `key=origin`.
 */
export const createPartners = (source: Variables, of: Brand): Partner[] => {
  const known = defaults(of);
  const given = textOf(source, 'VITE_PARTNERS')?.trim() ?? '';
  let partners = source['APP_MODE'] === 'production' || given === 'none' ? [] : known;
  for (const entry of given === 'none' ? [] : given.split(',').filter((part) => part.trim() !== '')) {
    const [, key = '', origin = ''] = /^\s*([\w-]*)=(.*?)\s*$/.exec(entry) ?? [];
    if (key === '') throw new Error('VITE_PARTNERS has an entry without a key: write key=https://partner.example.');
    const audience = known.find((partner) => partner.key === key)?.audience ?? 'parent';
    partners = partners.filter((partner) => partner.key !== key);
    if (origin !== '') partners.push({ key, origin: exactOrigin(key, origin), audience });
  }
  const demo = textOf(source, 'VITE_DEMO_ORIGIN');
  if (demo !== undefined) {
    const origin = exactOrigin('demo', demo);
    partners.push({ key: 'demo', origin, audience: 'parent' }, { key: 'demo', origin, audience: 'teacher' });
  }
  return partners;
};

/** Returns the mapped origin of a key, or undefined for an unknown key. */
export const partnerOrigin = (key: string, audience: Audience, table: readonly Partner[]): string | undefined =>
  table.find((partner) => partner.key === key && partner.audience === audience)?.origin;

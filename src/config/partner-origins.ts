import { type Brand, brand } from './brand.ts';
import { textOf, type Variables, variables } from './variables.ts';

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

const originOf = (key: string, text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.origin === 'null' || url.origin !== text || !/^https?:$/.test(url.protocol)) {
    throw new Error(`VITE_PARTNERS: "${key}" needs an origin such as https://partner.example, got "${text}"`);
  }
  return url.origin;
};

/**
 * `VITE_PARTNERS` changes the table: `key=origin` pairs divided by commas; an empty origin takes a default key out.
 * A key keeps its default audience; a new one is for parents. `VITE_DEMO_ORIGIN` adds `demo` for both audiences
 * and is only ever set by the development server.
 * @throws when an entry is not `key=origin`.
 */
export const createPartners = (source: Variables, of: Brand): Partner[] => {
  let partners = defaults(of);
  for (const entry of (textOf(source, 'VITE_PARTNERS') ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [key = '', origin = ''] = entry.trim().split('=');
    const audience = partners.find((partner) => partner.key === key)?.audience ?? 'parent';
    partners = partners.filter((partner) => partner.key !== key);
    if (origin !== '') partners.push({ key, origin: originOf(key, origin), audience });
  }
  const demo = textOf(source, 'VITE_DEMO_ORIGIN');
  if (demo !== undefined) {
    const origin = originOf('demo', demo);
    partners.push({ key: 'demo', origin, audience: 'parent' }, { key: 'demo', origin, audience: 'teacher' });
  }
  return partners;
};

/** In a bundle: the table that the build settled (`settled-vite-plugin.ts`). */
declare const __PARTNERS__: Partner[] | undefined;

export const partners: readonly Partner[] =
  typeof __PARTNERS__ === 'undefined' ? createPartners(variables, brand) : __PARTNERS__;

/** The mapped origin of a key, or undefined for a stranger. */
export const partnerOrigin = (
  key: string,
  audience: Audience,
  table: readonly Partner[] = partners,
): string | undefined => table.find((partner) => partner.key === key && partner.audience === audience)?.origin;

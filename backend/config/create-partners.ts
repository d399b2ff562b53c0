import type { Brand } from '../../src/config/brand.ts';
import { originOf } from '../../src/config/origin.ts';
import type { Partner } from '../../src/config/partner-origins.ts';
import { variableText, type Variables } from '../../src/config/variables.ts';

const defaults = ({ slug, domain }: Brand): Partner[] => [
  { key: 'web2wave', origins: [`https://web2wave.${domain}`], audience: 'parent' },
  { key: `funnel${slug}com`, origins: [`https://funnel.${domain}`], audience: 'parent' },
  { key: `quiz${slug}com`, origins: [`https://quiz.${domain}`], audience: 'parent' },
  { key: `quizdev${slug}com`, origins: [`https://quizdev.${domain}`], audience: 'parent' },
  { key: `quizgabriel${slug}com`, origins: [`https://quizgabriel.${domain}`], audience: 'parent' },
  { key: 'educators', origins: [`https://educators.${domain}`], audience: 'teacher' },
];

/** @throws Error when the text is not an origin in the form that browsers send. */
const exactOrigin = (key: string, text: string): string => {
  if (text.includes('*')) {
    throw new Error(
      `VITE_PARTNERS has a * in an origin of "${key}": origins are exact, so list each one, separated by |.`,
    );
  }
  const origin = originOf(text);
  if (origin === text && /^https?:/.test(origin)) return origin;
  const fix = `${key}=${origin ?? 'https://partner.example'}`;
  throw new Error(`VITE_PARTNERS has no plain origin for "${key}": write ${fix}, without a path and a trailing slash.`);
};

/** Separates several origins of one key. */
const exactOrigins = (key: string, text: string): string[] =>
  text.split('|').map((part) => exactOrigin(key, part.trim()));

const onlyInDevelopment = 'which exists in development only: take it out.';

/**
 * Returns the table of `VITE_PARTNERS`: comma-separated `key=origin` pairs, or `none`. A key may have several origins:
 * `key=https://a.example|https://staging.a.example`. In development the pairs change the default table, and an empty
 * origin removes a key; production trusts no default key. A key keeps its default audience; a new one is for parents.
 * `VITE_DEMO_ORIGIN`, which only the development server sets, adds `demo` for both.
 * @throws Error with a sentence when an entry is not `key=origin`.
 */
export const createPartners = (source: Variables, of: Brand): Partner[] => {
  const known = defaults(of);
  const given = variableText(source, 'VITE_PARTNERS')?.trim() ?? '';
  const isProduction = source['APP_MODE'] === 'production';
  let partners = isProduction || given === 'none' ? [] : known;
  for (const entry of given === 'none' ? [] : given.split(',').filter((part) => part.trim() !== '')) {
    const [, key = '', origin = ''] = /^\s*([\w-]*)=(.*?)\s*$/.exec(entry) ?? [];
    if (key === '') throw new Error('VITE_PARTNERS has an entry without a key: write key=https://partner.example.');
    if (key === 'demo' && isProduction) throw new Error(`VITE_PARTNERS has the key demo, ${onlyInDevelopment}`);
    const audience = known.find((partner) => partner.key === key)?.audience ?? 'parent';
    partners = partners.filter((partner) => partner.key !== key);
    if (origin !== '') partners.push({ key, origins: exactOrigins(key, origin), audience });
  }
  const demo = variableText(source, 'VITE_DEMO_ORIGIN');
  if (demo !== undefined) {
    if (isProduction) throw new Error(`VITE_DEMO_ORIGIN adds the key demo, ${onlyInDevelopment}`);
    const origins = [exactOrigin('demo', demo)];
    partners.push({ key: 'demo', origins, audience: 'parent' }, { key: 'demo', origins, audience: 'teacher' });
  }
  return partners;
};

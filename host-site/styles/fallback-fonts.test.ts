import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('host-site/styles/fallback-fonts.css', 'utf8');
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, rules = '']) => {
  const valueOf = (name: string): string => new RegExp(`${name}: ([^;]*);`).exec(rules)?.[1] ?? '';
  const share = (name: string): number => Number.parseFloat(valueOf(name)) / 100;
  return {
    family: valueOf('font-family').replaceAll('"', ''),
    ascent: share('ascent-override') * share('size-adjust'),
    descent: share('descent-override') * share('size-adjust'),
  };
});

/** The ascent and descent of the fonts in `host-site/fonts`, in em. */
const replaced = { Fredoka: { ascent: 0.974, descent: 0.236 }, 'Nunito Sans': { ascent: 1.011, descent: 0.353 } };

describe.each(Object.entries(replaced))(
  'the fonts that show the text until %s is loaded',
  (name, { ascent, descent }) => {
    const its = faces.filter(({ family }) => family.startsWith(`${name} fallback`));

    it('exist for Arial and for Android', () => {
      expect(new Set(its.map(({ family }) => family)).size).toBe(2);
    });

    it('have its ascent and descent, so that no line moves', () => {
      for (const face of its) {
        expect(Math.abs(face.ascent - ascent), face.family).toBeLessThan(0.005);
        expect(Math.abs(face.descent - descent), face.family).toBeLessThan(0.005);
      }
    });

    it('are named where the font is used', () => {
      const families = [name, ...its.map(({ family }) => family)].filter((one, at, all) => all.indexOf(one) === at);
      expect(readFileSync('host-site/styles/start.css', 'utf8')).toContain(
        families.map((one) => `"${one}"`).join(', '),
      );
    });
  },
);

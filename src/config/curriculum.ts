import type { Language } from '../contracts/language.ts';
import data from './curriculum.json' with { type: 'json' };

type Label = Readonly<Record<Language, string>>;

/** A part of the curriculum. `labelOf` returns its name. */
export type Named = Readonly<{ id: string; label?: Label | undefined }>;

/** One skill, which `levels` levels teach. */
export type Concept = Named & Readonly<{ levels: number }>;
export type Package = Named & Readonly<{ label: Label; concepts: readonly Concept[] }>;

/**
 * The curriculum in teaching order. The game team maintains `curriculum.json`; its ids are those that the game reports,
 * hidden concepts included. A concept's id occurs in one package only.
 */
export const curriculum: Readonly<{ packages: readonly Package[] }> = data;

/** Returns the displayed name (product-spec.md#9-business-constants-and-limits). */
export const labelOf = ({ id, label }: Named, language: Language): string => label?.[language] ?? readableName(id);

/** Returns the game's name of level `number` (from 1) of the concept with this id. */
export const levelName = (concept: string, number: number): string => `${concept}_${String(number).padStart(2, '0')}`;

/** Returns the names of all levels of a concept, in playing order. */
export const levelNamesOf = ({ id, levels }: Concept): readonly string[] =>
  Array.from({ length: levels }, (_, index) => levelName(id, index + 1));

/** Returns an id as text, without 'sf1', 'sf2' and underscores (product-spec.md#9-business-constants-and-limits). */
export const readableName = (id: string): string => {
  const words = id
    .replaceAll(/sf[12]/gi, '')
    .replaceAll('_', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the step of the heat scale of a share: none, less than a quarter, a half, three quarters and all, or all. */
export const heatOf = (share: number): number => (share === 0 ? 0 : 1 + Math.floor(share * 4));

import type { Language } from '../contracts/language.ts';
import data from './curriculum.json' with { type: 'json' };

type Label = Readonly<Record<Language, string>>;

/** One skill, taught by `levels` levels. Without a label, what shows is made of the id (spec section 9). */
export type Concept = Readonly<{ id: string; label?: Label | undefined; levels: number }>;
export type Package = Readonly<{ id: string; label: Label; concepts: readonly Concept[] }>;

/**
 * What the game teaches, in teaching order. `curriculum.json` is the game team's to replace: its ids are what the game
 * reports. A concept's id stands in one package only. The concepts that never show are in it too, for the game reports them.
 */
export const curriculum: Readonly<{ packages: readonly Package[] }> = data;

/** The name that the game gives to level `number` (from 1) of the concept with this id. */
export const levelName = (concept: string, number: number): string => `${concept}_${String(number).padStart(2, '0')}`;

/** The names of all levels of a concept, in playing order. */
export const levelsOf = ({ id, levels }: Concept): readonly string[] =>
  Array.from({ length: levels }, (_, index) => levelName(id, index + 1));

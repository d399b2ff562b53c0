import en from '../../locales/en/embed.json' with { type: 'json' };
import fr from '../../locales/fr/embed.json' with { type: 'json' };
import { brand } from '../config/brand.ts';
import { interpolate } from '../lib/texts.ts';
import type { Language } from '../contracts/language.ts';
import type { WidgetName } from '../contracts/tags.ts';

const titles: Record<Language, Record<WidgetName, string>> = { en, fr };

/**
 * Returns the title of the frame for screen readers. It is defined here, so that `<maths-embed>` does not need i18next.
 */
export const frameTitle = (widget: WidgetName, language: Language): string =>
  interpolate(titles[language][widget], { product: brand.name });

import en from '../../locales/en/embed.json' with { type: 'json' };
import fr from '../../locales/fr/embed.json' with { type: 'json' };
import { brand } from '../config/brand.ts';
import type { WidgetName } from '../contracts/elements.ts';
import type { Language } from '../contracts/language.ts';

const titles: Record<Language, Record<WidgetName, string>> = { en, fr };

/** What a screen reader says of the frame. Two words, so `<maths-embed>` needs no i18next for them. */
export const frameTitle = (widget: WidgetName, language: Language): string =>
  titles[language][widget].replace('{{product}}', brand.name);

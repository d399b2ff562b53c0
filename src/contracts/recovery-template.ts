import type { Language } from './language.ts';

/** The id that a title's recovery mail has at PlayFab, one template for each language (playfab: EmailTemplateId). */
export const recoveryTemplate = (language: Language): string => `recovery-${language}`;

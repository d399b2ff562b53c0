import type { Language } from '../contracts/language.ts';
import { textOf, type Variables, variables } from './variables.ts';

/**
 * Returns the PlayFab ids of a title's recovery mails, one template for each language (playfab: EmailTemplateId).
 * `VITE_PLAYFAB_RECOVERY_TEMPLATES` sets the ids of another title, such as `en=A1B2C3,fr=D4E5F6`.
 */
export const createRecoveryTemplate = (source: Variables): ((language: Language) => string) => {
  const given = (textOf(source, 'VITE_PLAYFAB_RECOVERY_TEMPLATES') ?? '').split(',');
  const ids = new Map(
    given.map((pair) => {
      const [language = '', id = ''] = pair.split('=').map((part) => part.trim());
      return [language, id];
    }),
  );
  return (language) => ids.get(language) || `recovery-${language}`;
};

export const recoveryTemplate = createRecoveryTemplate(variables);

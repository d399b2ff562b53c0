import { recoveryTemplate } from '../../../src/config/endpoints.ts';
import { defaultLanguage, languages } from '../../../src/contracts/language.ts';
import type { Database } from '../../db/database.ts';
import type { Limits } from '../limits/limits.ts';
import { enqueue } from '../jobs/jobs.ts';

/** The mail templates of the title at PlayFab, one for each language; the first is the default. */
export const recoveryTemplates: readonly string[] = [
  recoveryTemplate(defaultLanguage),
  ...languages.filter((language) => language !== defaultLanguage).map(recoveryTemplate),
];

type Recovery = { email: string; token: string; templateId: string };

/** Adds the mail with the recovery link as a job, for the PlayFab emulator only: a real title sends it itself. */
export const createRecoveryMail =
  (database: Database, limits: Pick<Limits, 'placeMail'>, wake: () => void) =>
  async ({ email, token, templateId }: Recovery): Promise<void> => {
    const language = languages.find((candidate) => recoveryTemplate(candidate) === templateId) ?? defaultLanguage;
    const payload = { to: email, language, template: 'recovery', values: { token } } as const;
    await enqueue(database, { kind: 'mail', payload }, await limits.placeMail());
    wake();
  };

/** What a check found: one sentence, without a value that could be a secret. A `note` is neither right nor wrong. */
export type Finding = { kind: 'right' | 'wrong' | 'note'; sentence: string };

export const right = (sentence: string): Finding => ({ kind: 'right', sentence });
export const wrong = (sentence: string): Finding => ({ kind: 'wrong', sentence });
export const note = (sentence: string): Finding => ({ kind: 'note', sentence });

export type Check = () => Promise<readonly Finding[]>;

/** Each call has a limit of its own; this one is for what they forget. Milliseconds. */
const patience = 30_000;

/**
 * A check that always ends in findings, also when what it asks falls silent or the check itself breaks. An error's
 * message stays here: it may quote an address with a password in it.
 * @param subject the sentence's first words, such as "The database".
 */
export const bounded = async (subject: string, check: Check, limit = patience): Promise<readonly Finding[]> => {
  const { promise: tooLate, resolve } = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => resolve([wrong(`${subject} did not answer within ${limit / 1_000} s.`)]), limit);
  const findings = check().catch((error: unknown) => [
    wrong(`${subject} could not be checked: ${error instanceof Error ? error.name : typeof error}.`),
  ]);
  return Promise.race([findings, tooLate]).finally(() => clearTimeout(timer));
};

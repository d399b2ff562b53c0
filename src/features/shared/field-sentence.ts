import type { Translate, Values } from '../../i18n/translate.ts';
import type { FormError } from './form-error.ts';

/** Returns the message below a field, or undefined for a valid one. */
export const fieldSentence = <Field extends string>(
  t: Translate,
  problem: FormError<Field> | undefined,
  values?: Values,
): ((field: Field) => string | undefined) => {
  return (field) => {
    const issue = problem?.fields[field];
    return issue === undefined ? undefined : t(`common.problems.${field}.${issue}`, values);
  };
};

import type { Letter } from './letter.ts';

const codesInALine = 7;

const rowsOf = (codes: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(codes.length / codesInALine) }, (_, row) =>
    codes.slice(row * codesInALine, (row + 1) * codesInALine).join('  '),
  );

const linkText = (link: { label: string; url: string } | null): string[] =>
  link === null ? [] : [`${link.label}\n${link.url}`];

/** Renders the plain-text part with the same texts in the same order. */
export const renderText = (letter: Letter): string => {
  const { heading, greeting, lead, code, facts, steps, button, studentCodes, notes, also, layout } = letter;
  return [
    heading,
    ...(greeting === null ? [] : [greeting]),
    lead,
    ...(code === null ? [] : [`${code.label}\n${code.value}`]),
    ...(facts.length === 0 ? [] : [facts.map((fact) => `- ${fact}`).join('\n')]),
    ...steps.map(({ title, text }, index) => `${index + 1}. ${title}\n   ${text}`),
    ...linkText(button),
    ...(studentCodes === null ? [] : [[studentCodes.label, ...rowsOf(studentCodes.codes)].join('\n')]),
    ...notes,
    ...linkText(also),
    `--\n${layout.reason}\n${layout.questions}\n${layout.postalAddress ?? layout.product}\n`,
  ].join('\n\n');
};

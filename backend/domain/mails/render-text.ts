import type { Letter } from './letter.ts';

/** The plain-text part: the same words in the same order. */
export const renderText = ({ heading, lead, button, notes, layout }: Letter): string =>
  [
    heading,
    lead,
    ...(button === null ? [] : [`${button.label}\n${button.url}`]),
    ...notes,
    `--\n${layout.reason}\n${layout.questions}\n${layout.product}\n`,
  ].join('\n\n');

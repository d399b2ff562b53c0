import { Fragment, type ReactNode } from 'react';

export type Marks = Readonly<Record<string, (words: string) => ReactNode>>;

/**
 * A translated sentence with marked words: "I agree to the <terms>terms of use</terms>." The function of the same name
 * renders each mark, so that translators control the word order. The text of an unknown mark is kept.
 */
export function RichText({ text, marks }: { text: string; marks: Marks }) {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
  // The split returns plain, mark, words, plain, mark, words, …
  return pieces.map((piece, place) => {
    if (place % 3 === 2) return null;
    const words = pieces[place + 1] ?? '';
    const content = place % 3 === 0 ? piece : (marks[piece]?.(words) ?? words);
    // The parts of a sentence keep their order.
    return <Fragment key={String(place)}>{content}</Fragment>;
  });
}

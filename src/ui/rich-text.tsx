import { Fragment, type ReactNode } from 'react';

export type Marks = Readonly<Record<string, (words: string) => ReactNode>>;

/**
 * A translated sentence with marked words: "I agree to the <terms>terms of use</terms>." Each mark is rendered by the
 * function of its name, so that word order stays the translator's. An unknown mark leaves its words as they are.
 */
export function RichText({ text, marks }: { text: string; marks: Marks }) {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
  // The split gives plain, mark, words, plain, mark, words, …
  return pieces.map((piece, place) => {
    if (place % 3 === 2) return null;
    const words = pieces[place + 1] ?? '';
    const content = place % 3 === 0 ? piece : (marks[piece]?.(words) ?? words);
    // A sentence's pieces never change places.
    return <Fragment key={String(place)}>{content}</Fragment>;
  });
}

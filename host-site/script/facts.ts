import { type Guarded, list, object, parseJson, text } from '../../src/lib/shapes.ts';

const isFacts = object({
  name: text,
  guard: text,
  controller: list(text),
  styles: list(text),
  view: list(text),
});

/**
 * What a document tells its script, in the attribute `data-page`: the page's name and guard (src/contracts/routes.ts),
 * and the addresses of its files. The first file of `controller` and
 * `view` imports the others. `styles` are those that the document does not link itself.
 */
export type PageFacts = Guarded<typeof isFacts>;

/** Reads the facts. @throws when the document has none */
export const readFacts = (): PageFacts => {
  const facts = parseJson(document.currentScript?.dataset['page'] ?? null, isFacts);
  if (facts === undefined) throw new Error('The script needs data-page');
  return facts;
};

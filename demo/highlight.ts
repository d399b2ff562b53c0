type Kind = 'comment' | 'tag' | 'name' | 'text' | 'word';

/** Parts of HTML and of the scripts and styles in it. Of two that begin at the same place, the earlier one counts. */
const parts: readonly (readonly [Kind, RegExp])[] = [
  ['comment', /<!--.*?-->|(?<=\s)\/\/ [^\n]*/s],
  ['tag', /<\/?[\w-]+|\/?>(?=\s|<|$)/],
  ['text', /"[^"\n]*"|'[^'\n]*'/],
  ['name', /[\w-]+(?==")|--[\w-]+/],
  ['word', /\b(?:const|if|return)\b/],
];

const pattern = new RegExp(parts.map(([kind, { source }]) => `(?<${kind}>${source})`).join('|'), 'gs');

/** Returns the text with a place to end a line after each slash of an address. A file's name stays whole. */
const breakable = (text: string): (Node | string)[] =>
  text
    .split(/(?<=[^/]\/)(?=\w)/)
    .flatMap((piece, place) => (place === 0 ? [piece] : [document.createElement('wbr'), piece]));

/** Returns the code as nodes; each part that a developer reads at a glance is an element with its kind as class. */
export const highlighted = (code: string): Node[] => {
  const nodes: Node[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind] = parts.find(([name]) => match.groups?.[name] !== undefined) ?? [];
    const element = document.createElement('span');
    element.className = `code-${kind}`;
    if (kind === 'tag') element.textContent = match[0];
    else element.append(...breakable(match[0]));
    nodes.push(document.createTextNode(code.slice(end, match.index)));
    if (match[0].startsWith('</')) nodes.push(document.createElement('wbr'));
    nodes.push(element);
    end = match.index + match[0].length;
  }
  return [...nodes, document.createTextNode(code.slice(end))];
};

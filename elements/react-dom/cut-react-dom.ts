import { parseAst } from 'vite';
import { type Cuts, reactDomVersion } from './cuts.ts';

type Node = { type: string; start: number; end: number; [part: string]: unknown };
type Edit = { start: number; end: number; by: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.flatMap(nodes) : isNode(value) ? [value] : []);

const partsOf = (node: Node): Node[] => Object.values(node).flatMap(nodes);

const nameOf = (value: unknown): unknown => (isNode(value) && value.type === 'Identifier' ? value['name'] : undefined);

/** `fiber.tag`, or the variable that it was put in. */
const isKind = (value: unknown): boolean =>
  nameOf(value) === 'tag' ||
  (isNode(value) && value.type === 'MemberExpression' && nameOf(value['property']) === 'tag');

const isTypeof = (value: unknown): boolean => isNode(value) && value['operator'] === 'typeof';

const isFunction = ({ type }: Node): boolean => type === 'FunctionDeclaration' || type.endsWith('FunctionExpression');

/** The variables of a function that this part of it declares. */
const declaredIn = (node: Node): string[] => [
  ...(node.type === 'VariableDeclarator' ? [String(nameOf(node['id']))] : []),
  ...(isFunction(node) ? [] : partsOf(node).flatMap(declaredIn)),
];

const leaving = new Set(['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement']);

/** Whether a case ends here; otherwise it may run into the next. */
const leaves = (statements: Node[]): boolean => {
  const last = statements.at(-1);
  return (
    last !== undefined && (leaving.has(last.type) || (last.type === 'BlockStatement' && leaves(nodes(last['body']))))
  );
};

const changed = (what: string): Error =>
  new Error(`react-dom: not as in ${reactDomVersion}: ${what}; read the new source, then mend cuts.ts`);

const withoutPassages = (source: string, { passages }: Cuts): string =>
  passages.reduce((text, [from, upTo, by]) => {
    const [before = '', after, ...others] = text.split(from);
    if (after === undefined || others.length > 0 || !after.includes(upTo)) throw changed(from);
    return before + by + after.slice(after.indexOf(upTo));
  }, source);

/**
 * React's source with what is never true made false: the minifier drops what nothing reaches any more.
 * - `kinds`, `constants`, `names`: values that a fiber's tag, an element's type, or the name of an element, a property or an
 *   event never has. A comparison with one is constant, a case of one is gone. `whole` names functions where they stay.
 * - `hooks`: members that no dispatcher has.
 * - `functions`, `statements`, `passages`: bodies, beginnings of statements and texts, with what stands in their place.
 * - `pure`: calls whose result may be dropped with the variable.
 * @throws when a cut finds nothing, for then the vendor's text is not the one that was read: the build must fail
 */
export const cutReactDom = (source: string, cuts: Cuts): string => {
  const { kinds, constants, hooks, names, whole, functions, statements, pure } = cuts;
  const text = withoutPassages(source.replaceAll('\r\n', '\n'), cuts);
  const idle = new Set<unknown>(
    [kinds, constants, hooks, names, whole, Object.keys(functions), statements, pure].flat(),
  );
  const edits: Edit[] = [];
  let declared: string[] = [];

  const among = (all: readonly unknown[], value: unknown): boolean => {
    const found = all.includes(value);
    if (found) idle.delete(value);
    return found;
  };

  const never = (value: unknown, subject: unknown): boolean => {
    if (!isNode(value)) return false;
    const { value: literal } = value;
    if (typeof literal === 'number') return isKind(subject) && among(kinds, literal);
    if (typeof literal === 'string') return !isTypeof(subject) && among(names, literal);
    return among(constants, nameOf(value));
  };

  const edit = (start: number, end: number, by: string): void => {
    edits.push({ start, end, by });
  };

  /** What is dropped may declare what is used elsewhere. */
  const drop = (node: Node): void => {
    declared.push(...declaredIn(node));
    edit(node.start, node.end, '');
  };

  const visitSwitch = (node: Node): void => {
    let reached = false;
    for (const one of nodes(node['cases'])) {
      const body = nodes(one['consequent']);
      const [first] = body;
      const gone = never(one['test'], node['discriminant']);
      if (gone && (!reached || first === undefined)) drop(one);
      else {
        // A case that the one before runs into loses its label only.
        if (gone && first !== undefined) edit(one.start, first.start, '');
        body.forEach(visit);
        reached = !leaves(body);
      }
    }
  };

  const visitFunction = (node: Node): void => {
    const name = nameOf(node['id']);
    if (among(whole, name)) return;
    const { body } = node;
    if (!isNode(body) || body.type !== 'BlockStatement') return partsOf(node).forEach(visit);
    const left = among(Object.keys(functions), name) ? functions[String(name)] : undefined;
    if (left !== undefined) return edit(body.start, body.end, `{${left}}`);
    const outer = declared;
    declared = [];
    partsOf(node).forEach(visit);
    if (declared.length > 0) edit(body.start + 1, body.start + 1, `var ${declared.join()};`);
    declared = outer;
  };

  const visit = (node: Node): void => {
    const { type, start, end, operator, left, right, init, key } = node;
    const beginning = type.endsWith('Statement') && statements.find((one) => text.startsWith(one, start));
    if (beginning && among(statements, beginning)) return drop(node);
    if (type === 'SwitchStatement') return visitSwitch(node);
    if (isFunction(node)) return visitFunction(node);
    if (type === 'Property' && among(hooks, nameOf(key))) return edit(start, end + (text[end] === ',' ? 1 : 0), '');
    const compares = operator === '===' || operator === '!==';
    if (compares && (never(left, right) || never(right, left)))
      return edit(start, end, operator === '===' ? '!1' : '!0');
    if (type === 'VariableDeclarator' && isNode(init) && among(pure, nameOf(init['callee']))) {
      edit(init.start, init.start, '/* @__PURE__ */ ');
    }
    partsOf(node).forEach(visit);
  };

  parseAst(text).body.flatMap(nodes).forEach(visit);
  if (idle.size > 0) throw changed([...idle].join(', '));
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const kept = sorted.map(({ start, by }, index) => text.slice(sorted[index - 1]?.end ?? 0, start) + by);
  return kept.join('') + text.slice(sorted.at(-1)?.end ?? 0);
};

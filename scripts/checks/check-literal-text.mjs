/** Fails when a component contains user-facing text, as JSX text or in an attribute. Messages belong in `locales`. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/**
 * @typedef {{ type: string, start: number, [key: string]: unknown }} Node
 * @typedef {{ at: number, text: string }} Finding `at` is the offset in the file, in characters
 */

/** Attributes and props that are shown or read aloud to a user. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'heading',
  'hint',
  'label',
  'placeholder',
  'title',
]);

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** @param {Node} node @returns {Node[]} */
const childrenOf = (node) => Object.values(node).flat().filter(isNode);

/** The properties of an expression that can become text. A condition or a function's argument cannot. */
const shown = /** @type {Record<string, string[]>} */ ({
  ArrayExpression: ['elements'],
  BinaryExpression: ['left', 'right'],
  ConditionalExpression: ['consequent', 'alternate'],
  JSXExpressionContainer: ['expression'],
  LogicalExpression: ['left', 'right'],
  ParenthesizedExpression: ['expression'],
  TemplateLiteral: ['quasis', 'expressions'],
  TSAsExpression: ['expression'],
  TSSatisfiesExpression: ['expression'],
});
const compared = new Set(['==', '===', '!=', '!==', '<', '<=', '>', '>=', 'in', 'instanceof']);

/** @param {Node} node a literal; the text of a template's part is one level deeper */
const textOf = ({ value }) => (typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value);

/** @param {Node} node @returns {Finding[]} */
const textShownBy = (node) => {
  if (node.type === 'Literal' || node.type === 'JSXText' || node.type === 'TemplateElement') {
    const text = textOf(node);
    return typeof text === 'string' && /\p{L}/u.test(text) ? [{ at: node.start, text: text.trim() }] : [];
  }
  if (node.type === 'BinaryExpression' && compared.has(String(node['operator']))) return [];
  return (shown[node.type] ?? []).flatMap((part) => [node[part]].flat().filter(isNode).flatMap(textShownBy));
};

/** @param {Node} node */
const nameOf = ({ name }) => (isNode(name) ? String(name['name']) : '');

/** @param {Node} node @returns {Finding[]} */
const textIn = (node) => {
  const here =
    node.type === 'JSXElement' || node.type === 'JSXFragment'
      ? [node['children']].flat().filter(isNode).flatMap(textShownBy)
      : node.type === 'JSXAttribute' && spoken.has(nameOf(node)) && isNode(node['value'])
        ? textShownBy(node['value'])
        : [];
  return [...here, ...childrenOf(node).flatMap(textIn)];
};

/**
 * Finds user-facing text in JSX that belongs in `locales`: as text, in any branch of an expression, or in an attribute
 * that is read aloud.
 * @param {string} file
 * @param {string} source
 * @returns {Finding[]}
 */
export const findLiteralText = (file, source) => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can not be read: ${errors[0]?.message}`);
  /** @type {unknown} */
  const root = program;
  return isNode(root) ? textIn(root) : [];
};

if (import.meta.main) {
  const files = globSync('{src,elements,host-site,demo}/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'));
  const findings = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return findLiteralText(file, source).map(
      ({ at, text }) => `${file}:${source.slice(0, at).split('\n').length}: “${text}” belongs in locales`,
    );
  });
  for (const finding of findings) console.error(finding);
  console.log(`${files.length} components, ${findings.length} literal texts`);
  process.exitCode = findings.length > 0 || files.length === 0 ? 1 : 0;
}

/** Two assertions are enough in a browser. Values are compared by their JSON. */
const show = (value: unknown): string => JSON.stringify(value, null, 1) ?? String(value);

export const equal = (actual: unknown, expected: unknown, what = 'the value'): void => {
  if (show(actual) !== show(expected)) throw new Error(`${what}: expected ${show(expected)}, got ${show(actual)}`);
};

export function isTrue(value: unknown, what: string): asserts value {
  if (!value) throw new Error(`Not so: ${what}`);
}

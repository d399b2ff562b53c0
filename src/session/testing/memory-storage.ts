/** Creates a `Storage` in memory. `items` is its content, which a test can read and change. */
export const createMemoryStorage = (items = new Map<string, string>()): Storage => ({
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => void items.set(key, value),
  removeItem: (key) => void items.delete(key),
  clear: () => items.clear(),
  key: () => null,
  length: 0,
});

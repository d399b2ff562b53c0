/** Returns the key figures of many measurements, all in milliseconds. */
export const figuresOf = (milliseconds: readonly number[]) => {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
};

export const printFigures = (what: string, milliseconds: readonly number[]): void => {
  const figures = Object.entries(figuresOf(milliseconds)).map(([name, value]) => `${name} ${value.toFixed(1)} ms`);
  console.log(`${what}: ${figures.join(', ')} (${milliseconds.length} times)`);
};

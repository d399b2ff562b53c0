/** Returns how often a test repeats an action: rarely in `npm test`, fully in `npm run test:all` (TEST_COUNTS=full). */
export const counted = (inShort: number, inFull: number): number =>
  process.env['TEST_COUNTS'] === 'full' ? inFull : inShort;

/** Serves so many people, who have the numbers from 0, eight at a time. */
export const serveAll = async (count: number, serve: (person: number) => Promise<void>): Promise<void> => {
  const waiting = Array.from({ length: count }, (_, person) => person);
  const serveOne = async (): Promise<void> => {
    for (let person = waiting.shift(); person !== undefined; person = waiting.shift()) await serve(person);
  };
  await Promise.all(Array.from({ length: 8 }, serveOne));
};

/** Mocha's globals in the browser, as far as the tests use them. */
type Work = (this: { timeout(milliseconds: number): void }) => void | Promise<void>;
declare function describe(title: string, body: () => void): void;
declare function it(title: string, body: Work): void;
declare function beforeEach(body: Work): void;
declare function afterEach(body: Work): void;

declare module 'axe-core/axe.min.js' {}
interface Window {
  axe: typeof import('axe-core');
}

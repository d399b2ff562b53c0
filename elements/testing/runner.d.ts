import type axeCore from 'axe-core';

/** Mocha's globals in the browser that the tests use. */
type Work = (this: { timeout(milliseconds: number): void }) => void | Promise<void>;

declare global {
  function describe(title: string, body: () => void): void;
  function it(title: string, body: Work): void;
  function beforeEach(body: Work): void;
  function afterEach(body: Work): void;

  interface Window {
    axe: typeof axeCore;
  }
}

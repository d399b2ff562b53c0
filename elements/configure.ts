import { originOf } from '../src/config/origin.ts';
import { configuredEvent } from './kit/portal-origin.ts';

/**
 * Sets the address of the portal for all elements of the page without a `portal` attribute, also for those that are in
 * the page already and have no address yet.
 * @example configure({ portal: 'https://portal.example' })
 * @throws TypeError when the address is not an origin
 */
export const configure = ({ portal }: { portal: string }): void => {
  const address = originOf(portal);
  if (address === undefined) {
    throw new TypeError(
      `configure: "${portal}" is not an origin. Write it like https://portal.example, without a path.`,
    );
  }
  globalThis.mathsPortal = address;
  globalThis.dispatchEvent?.(new Event(configuredEvent));
};

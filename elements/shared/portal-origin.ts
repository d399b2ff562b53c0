import { originOf } from '../../src/config/origin.ts';

/**
 * `VITE_PORTAL_URL` of the build. It is read by its own name, because otherwise the loader would contain all variables.
 */
const built: string | undefined = import.meta.env.VITE_PORTAL_URL;

/**
 * The path of this script on the portal: `/elements/` and the name of the file for partners, `/assets/` for
 * the portal's pages. A partner's bundler moves this module into a file with another name.
 */
declare const __SCRIPT_PATH__: RegExp | string | undefined;
const path = typeof __SCRIPT_PATH__ === 'undefined' ? '/elements/' : __SCRIPT_PATH__;

/**
 * The origin of this script if the portal serves it. In a partner's bundle it is a longer address, which `portalOf`
 * rejects: its origin is the partner's own server, which must not receive a password. The package for partners contains
 * the address of its portal and never uses that of the script.
 */
const [scriptOrigin = ''] = built === undefined ? import.meta.url.split(path) : [];

declare global {
  /**
   * Set by `configure`. It is global, because `<maths-embed>` and the other elements are separate builds and do not
   * share modules.
   */
  var mathsPortal: string | undefined;
}

/** Fired on the window by `configure`. */
export const configuredEvent = 'maths-portal-configured';

/**
 * Returns the origin of the portal. The first of these that is set applies: the `portal` attribute, the address of
 * `configure`, that of the build, that of the script. Returns undefined if none is set or if the value is not an
 * origin.
 */
export const portalOf = (element: Element): string | undefined =>
  originOf(element.getAttribute('portal') || globalThis.mathsPortal || built || scriptOrigin);

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

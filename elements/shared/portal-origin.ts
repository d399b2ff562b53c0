import { originOf } from '../../src/config/origin.ts';

/** `VITE_PORTAL_URL` of the build. Read by its own name, because the loader would contain all variables otherwise. */
const built: string | undefined = import.meta.env.VITE_PORTAL_URL;

/** The folder of the portal that this build is served from: `elements` for partners, `assets` for the portal's pages. */
declare const __SCRIPT_FOLDER__: string | undefined;
const folder = typeof __SCRIPT_FOLDER__ === 'undefined' ? 'elements' : __SCRIPT_FOLDER__;

/**
 * The origin of this script if the portal serves it. In a partner's bundle this is a longer address, which `portalOf`
 * refuses: its origin is the partner's own server, which must not receive a password.
 */
const [scriptOrigin = ''] = import.meta.url.split(`/${folder}/`);

declare global {
  /** Set by `configure`. Global, because `<maths-embed>` and the other elements are built apart and do not share modules. */
  var mathsPortal: string | undefined;
}

/** Fired on the window by `configure`. */
export const configuredEvent = 'maths-portal-configured';

/**
 * Returns the origin of the portal: the `portal` attribute, else that of `configure`, else that of the build, else that of
 * the script. Returns undefined if none of them is set, or if the first that is set is not an origin.
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

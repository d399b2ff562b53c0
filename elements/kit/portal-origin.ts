import { originOf } from '../../src/config/origin.ts';

/** The portal of the package for partners. */
const built: string | undefined = import.meta.env.VITE_PORTAL_URL;

/**
 * The origin of this script if the portal serves it. In a partner's bundle it is a longer address, which `portalOf`
 * rejects: the partner's own server must not receive a password. The package for partners never uses it.
 */
const [scriptOrigin = ''] = built === undefined ? import.meta.url.split('/elements/') : [];

declare global {
  /**
   * A string that `configure` has set: a global, because `<maths-embed>` and the other elements are separate builds.
   * Markup can define the same global, `<a id="mathsPortal">` for example, but no string.
   */
  var mathsPortal: unknown;
}

/** Fired on the window by `configure`. */
export const configuredEvent = 'maths-portal-configured';

/** Returns the origin of the portal: of the attribute, else of `configure`, the build or the script, if it is one. */
export const portalOf = (element: Element): string | undefined => {
  const { mathsPortal } = globalThis;
  const configured = typeof mathsPortal === 'string' && mathsPortal;
  return originOf(element.getAttribute('portal') || configured || built || scriptOrigin);
};

import { originOf } from '../../src/config/origin.ts';

/** The portal of the package for partners. */
const built: string | undefined = import.meta.env.VITE_PORTAL_URL;

/**
 * The origin of this script if the portal serves it. In a partner's bundle it is a longer address, which `portalOf`
 * rejects: its origin is the partner's own server, which must not receive a password. The package for partners contains
 * the address of its portal and never uses that of the script.
 */
const [scriptOrigin = ''] = built === undefined ? import.meta.url.split('/elements/') : [];

declare global {
  /**
   * A string that `configure` has set. It is global, because `<maths-embed>` and the other elements are separate builds
   * and do not share modules. Markup can define the same global, `<a id="mathsPortal">` for example, but no string.
   */
  var mathsPortal: unknown;
}

/** Fired on the window by `configure`. */
export const configuredEvent = 'maths-portal-configured';

/**
 * Returns the origin of the portal. The first of these that is set applies: the `portal` attribute, the address of
 * `configure`, that of the build, that of the script. Returns undefined if none is set or if the value is not an
 * origin.
 */
export const portalOf = (element: Element): string | undefined => {
  const { mathsPortal } = globalThis;
  const configured = typeof mathsPortal === 'string' && mathsPortal;
  return originOf(element.getAttribute('portal') || configured || built || scriptOrigin);
};

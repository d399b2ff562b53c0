import type { AuthResult, AuthSuccessMessage } from '../contracts/auth-result.ts';
import type { Audience } from '../contracts/tags.ts';
import {
  isDevelopmentOrigin,
  isLoopbackOrigin,
  originsOfKey,
  type Partner,
  partners,
} from '../config/partner-origins.ts';

/** The location of a widget. It is read from the window once, so that `placementOf` is a pure function. */
export type WidgetLocation = {
  /** Origin of the document that contains the element. */
  own: string;
  /** Origin of the portal that serves the script. */
  portal: string;
  framed: boolean;
  /** `location.ancestorOrigins[0]`. Firefox says "null" for a frame with `referrerpolicy=no-referrer`. */
  ancestor: string | undefined;
  /** `document.referrer`, which names the page around a frame unless the frame was navigated. */
  referrer: string;
};

/** `target` may receive the result: the parent window when `framed`, otherwise the page's own window. */
export type Placement =
  | { kind: 'first-party' }
  | { kind: 'blocked' }
  /** `isAssumed`: the key is in no table, and the page of a developer is accepted nevertheless. */
  | { kind: 'widget'; target: string; framed: boolean; isAssumed?: boolean };

/** Whether a developer runs page and portal. The table of a package has no say about another portal than its own. */
const isLocalDevelopment = ({ own, portal }: WidgetLocation): boolean =>
  own !== portal && isLoopbackOrigin(own) && isLoopbackOrigin(portal);

const originOfAddress = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/**
 * Returns whether the `origin` attribute matches the page around (decisions.md#3-bridge). A hidden parent blocks
 * nothing: `frame-ancestors` allow mapped origins only, and messages go to the key's origins only.
 */
export const placementOf = (
  key: string | null,
  audience: Audience,
  around: WidgetLocation,
  table: readonly Partner[] = partners,
  isAccepted: (origin: string) => boolean = isDevelopmentOrigin,
): Placement => {
  // Elsewhere, a form without a key would store the session in a partner's page, or in a page that another site frames.
  if (key === null) {
    return around.own === around.portal && !around.framed ? { kind: 'first-party' } : { kind: 'blocked' };
  }
  const origins = originsOfKey(key, audience, table);
  if (typeof __FOR_ONE_PORTAL__ !== 'undefined' && __FOR_ONE_PORTAL__ && isLocalDevelopment(around)) {
    return { kind: 'widget', target: around.own, framed: false, isAssumed: origins === undefined };
  }
  if (origins === undefined) return { kind: 'blocked' };
  const belongs = (origin: string | undefined): origin is string =>
    origin !== undefined && (origins.includes(origin) || (origin !== around.portal && isAccepted(origin)));
  if (belongs(around.own)) return { kind: 'widget', target: around.own, framed: false };
  if (!isFrameOfPortal(around)) return { kind: 'blocked' };
  const compared = comparedOrigin(around);
  // Only a hidden parent leaves the choice to the first origin of the key.
  const candidates = isKnown(around.ancestor) ? [compared] : [compared, origins[0]];
  const target = candidates.find(belongs);
  return target === undefined ? { kind: 'blocked' } : { kind: 'widget', target, framed: true };
};

const isFrameOfPortal = ({ own, portal, framed }: WidgetLocation): boolean => framed && own === portal;

const isKnown = (origin: string | undefined): boolean => origin !== undefined && origin !== 'null';

/** Returns the origin that must belong to the key: of the page itself, or of the one around a frame of the portal. */
export const comparedOrigin = (around: WidgetLocation): string | undefined => {
  if (!isFrameOfPortal(around)) return around.own;
  return isKnown(around.ancestor) ? around.ancestor : originOfAddress(around.referrer);
};

export const widgetLocation = (view: Window, portal: string): WidgetLocation => ({
  // A frame without an address (`srcdoc`) has the origin of the page that wrote it, which only `view.origin` names.
  // Elsewhere that is "null" in a sandbox without `allow-same-origin`, although the document is ours.
  own: view.location.origin === 'null' ? view.origin : view.location.origin,
  portal,
  framed: view.parent !== view,
  ancestor: view.location.ancestorOrigins?.[0],
  referrer: view.document.referrer,
});

/** Sends the result to a bare `message` handler (decisions.md#3-bridge) of a page that has the origin `target`. */
export const postAuthSuccess = (receiver: Window, target: string, result: AuthResult): void =>
  receiver.postMessage({ type: 'AUTH_SUCCESS', ...result } satisfies AuthSuccessMessage, target);

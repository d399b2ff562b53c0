import { isUnderDevelopment, partners } from '../config/page-partners.ts';
import { type Audience, originsOfKey, type Partner } from '../config/partner-origins.ts';

/** Where a widget stands, read from the window once so that the decision below stays pure. */
export type Surroundings = {
  /** Origin of the document that the element is in. */
  own: string;
  /** Origin of the portal that serves the script. */
  portal: string;
  framed: boolean;
  /** `location.ancestorOrigins[0]`. Firefox says "null" for a frame with `referrerpolicy=no-referrer`. */
  ancestor: string | undefined;
  /** `document.referrer`, which names the page around a frame that was not led elsewhere. */
  referrer: string;
};

/** `target` may receive the result: the parent window when `framed`, else the page's own window. */
export type Placement =
  | { kind: 'first-party' }
  | { kind: 'blocked' }
  | { kind: 'widget'; target: string; framed: boolean };

/**
 * Whether the `origin` attribute names the real holder of the widget (decisions section 3).
 * A browser that hides the parent's origin is no reason to refuse: the page's `frame-ancestors` let only mapped
 * origins in, and every message is posted to one of the key's origins alone: the referrer's, else the first.
 */
export const placementOf = (
  key: string | null,
  audience: Audience,
  around: Surroundings,
  table: readonly Partner[] = partners,
  isAccepted: (origin: string) => boolean = isUnderDevelopment,
): Placement => {
  // Anywhere else a form without a key would keep the session in a page that is not ours, or that another page frames.
  if (key === null) {
    return around.own === around.portal && !around.framed ? { kind: 'first-party' } : { kind: 'blocked' };
  }
  const origins = originsOfKey(key, audience, table);
  if (origins === undefined) return { kind: 'blocked' };
  const belongs = (origin: string | undefined): origin is string =>
    origin !== undefined && (origins.includes(origin) || (origin !== around.portal && isAccepted(origin)));
  if (belongs(around.own)) return { kind: 'widget', target: around.own, framed: false };
  if (!around.framed || around.own !== around.portal) return { kind: 'blocked' };
  const { ancestor } = around;
  if (ancestor !== undefined && ancestor !== 'null') {
    return belongs(ancestor) ? { kind: 'widget', target: ancestor, framed: true } : { kind: 'blocked' };
  }
  const [first] = origins;
  const target = [originOfAddress(around.referrer), first].find(belongs);
  return target === undefined ? { kind: 'blocked' } : { kind: 'widget', target, framed: true };
};

const originOfAddress = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

export const surroundingsOf = (view: Window, portal: string): Surroundings => ({
  // Not `view.origin`: in a sandbox without `allow-same-origin` that is "null", while the document is still ours.
  own: view.location.origin,
  portal,
  framed: view.parent !== view,
  ancestor: view.location.ancestorOrigins?.[0],
  referrer: view.document.referrer,
});

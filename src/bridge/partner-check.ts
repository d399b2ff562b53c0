import { partners } from '../config/page-partners.ts';
import { type Audience, type Partner, partnerOrigin } from '../config/partner-origins.ts';

/** Where a widget stands, read from the window once so that the decision below stays pure. */
export type Surroundings = {
  /** Origin of the document that the element is in. */
  own: string;
  /** Origin of the portal that serves the script. */
  portal: string;
  framed: boolean;
  /** `location.ancestorOrigins[0]`. Firefox says "null" for a frame with `referrerpolicy=no-referrer`. */
  ancestor: string | undefined;
};

/** `target` may receive the result: the parent window when `framed`, else the page's own window. */
export type Placement =
  | { kind: 'first-party' }
  | { kind: 'blocked' }
  | { kind: 'widget'; target: string; framed: boolean };

/**
 * Whether the `origin` attribute names the real holder of the widget (decisions section 3).
 * A browser that hides the parent's origin is no reason to refuse: the page's `frame-ancestors` let only mapped
 * hosts in, and every message is posted to the mapped host alone.
 */
export const placementOf = (
  key: string | null,
  audience: Audience,
  around: Surroundings,
  table: readonly Partner[] = partners,
): Placement => {
  // Anywhere else a form without a key would keep the session in a page that is not ours, or that another page frames.
  if (key === null) {
    return around.own === around.portal && !around.framed ? { kind: 'first-party' } : { kind: 'blocked' };
  }
  const target = partnerOrigin(key, audience, table);
  if (target === undefined) return { kind: 'blocked' };
  if (around.own === target) return { kind: 'widget', target, framed: false };
  if (!around.framed || around.own !== around.portal) return { kind: 'blocked' };
  const hidden = around.ancestor === undefined || around.ancestor === 'null';
  return hidden || around.ancestor === target ? { kind: 'widget', target, framed: true } : { kind: 'blocked' };
};

export const surroundingsOf = (view: Window, portal: string): Surroundings => ({
  // Not `view.origin`: in a sandbox without `allow-same-origin` that is "null", while the document is still ours.
  own: view.location.origin,
  portal,
  framed: view.parent !== view,
  ancestor: view.location.ancestorOrigins?.[0],
});

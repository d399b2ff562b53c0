import { isLoopbackOrigin } from '../../src/config/partner-origins.ts';
import { apiPaths } from '../../src/contracts/api.ts';
import { schoolZonePaths } from '../../src/contracts/school-zone.ts';

/**
 * Who may call across origins (CORS and, for what changes something, also without CORS: a plain form post needs no
 * preflight). No cookie gives a right, so no origin has one that its request did not bring along; the list is
 * short all the same.
 *
 * The calls of a widget on a partner's page: those of a sign-in, a sign-up and a teacher's form, and no more. Sending
 * recovery mail is not among them, for a widget's "forgot password" opens the portal. Asking to change a class is: its
 * form stands in the teacher's widget, and all that it does is mail the teacher.
 */
const widgetCalls: ReadonlySet<string> = new Set([
  `PUT ${apiPaths.integrations}`,
  `POST ${apiPaths.playfab}/Client/LoginWithEmailAddress`,
  `POST ${apiPaths.playfab}/Client/RegisterPlayFabUser`,
  `POST ${apiPaths.playfab}/Client/LinkCustomID`,
  `POST ${apiPaths.playfab}/Client/LinkAndroidDeviceID`,
  `POST ${apiPaths.playfab}/CloudScript/ExecuteFunction`,
  `POST ${apiPaths.playfab}/Client/LoginWithCustomID`,
  `POST ${apiPaths.playfab}/Client/LinkIOSDeviceID`,
  `POST ${schoolZonePaths.teachers}`,
  `PUT ${schoolZonePaths.classrooms}`,
]);

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export type Call = {
  method: string;
  path: string;
  /** The `Origin` header; absent on a page's own reads and for everything that is not a browser. */
  origin: string | undefined;
  /** The `Content-Type` header. */
  type: string | undefined;
};
export type Verdict = 'own' | 'granted' | 'ungranted' | 'refused';

/**
 * A frame that a partner sandboxed without `allow-same-origin` says `Origin: null`, and so does any page that frames
 * itself that way: `null` names nobody. It is refused, except for the widget calls in a form that only a script that
 * passed a preflight can send. What they could do with it they can do from any server: each call carries its own proof.
 */
const mayNullCall = ({ method, type }: Call): boolean =>
  method !== 'POST' || type?.toLowerCase().startsWith('application/json') === true;

/** Which origins belong to partners. In development those of the own machine do, too. */
export const isPartnerOrigin =
  (mode: 'development' | 'production', partners: readonly string[]) =>
  (origin: string): boolean =>
    partners.includes(origin) || (mode === 'development' && isLoopbackOrigin(origin));

/** `own` and `granted` are told so in the answer's CORS headers; `refused` is answered 403. */
export const judgeCall = (call: Call, own: readonly string[], isPartner: (origin: string) => boolean): Verdict => {
  if (call.origin === undefined || own.includes(call.origin)) return 'own';
  const isWidgetCall = widgetCalls.has(`${call.method} ${call.path}`);
  const isKnown = call.origin === 'null' ? mayNullCall(call) : isPartner(call.origin);
  if (isWidgetCall && isKnown) return 'granted';
  return safeMethods.has(call.method) ? 'ungranted' : 'refused';
};

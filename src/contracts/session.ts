/** The result of a sign-in (decisions.md#4-sessions-and-tokens), with PlayFab's names, which listening pages read. */
export type SignInResponse = {
  code: number;
  status: string;
  data: {
    PlayFabId: string;
    SessionTicket: string;
    EntityToken: { EntityToken: string; TokenExpiration?: string; Entity?: { Id: string; Type: string } };
  };
};

/** The value of `localStorage.session`, as JSON. `token` is the portal's own. */
export type Session = SignInResponse & { token: string; email: string };

/** Keys of `localStorage`. Nothing else is stored there, except for the names of students (`student-names.ts`). */
export const storageKeys = { session: 'session', language: 'lang', clientID: 'clientID' } as const;

/** A portal token: 32 random bytes as base64url without padding (decisions.md#4-sessions-and-tokens). */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** `p`, the platform code of the web portal. */
export const platform = '1';

/** Milliseconds after which an open page registers a new token (product-spec.md#9-business-constants-and-limits). */
export const renewalInterval = 3_000_000;

/** The `p` query value (decisions.md#4-sessions-and-tokens). Percent-encode it in a URL. */
export const encodePParameter = (token: string): string => btoa(JSON.stringify({ token, p: platform }));

/**
 * What a sign-in leaves behind (spec section 3, decisions section 4).
 * The field names are PlayFab's, because pages that already listen read them.
 */
export type SignInResponse = {
  code: number;
  status: string;
  data: {
    PlayFabId: string;
    SessionTicket: string;
    EntityToken: { EntityToken: string; TokenExpiration?: string; Entity?: { Id: string; Type: string } };
  };
};

/** `localStorage.session` holds this as JSON. `token` is the portal's own: 43 base64url signs, see `token.ts`. */
export type Session = SignInResponse & { token: string; email: string };

/** Keys of `localStorage`; nothing else is kept there. */
export const storageKeys = { session: 'session', language: 'lang', clientID: 'clientID' } as const;

/**
 * The result of a sign-in (product-spec.md#3-entities-and-their-fields, decisions.md#4-sessions-and-tokens). The field
 * names are PlayFab's, because pages that already listen read them.
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

/**
 * The value of `localStorage.session`, as JSON. `token` is the portal's own: 43 base64url characters, see `token.ts`.
 */
export type Session = SignInResponse & { token: string; email: string };

/**
 * Keys of `localStorage`. Nothing else is stored there, except for the names of students
 * (`src/features/classroom/student-names.ts`).
 */
export const storageKeys = { session: 'session', language: 'lang', clientID: 'clientID' } as const;

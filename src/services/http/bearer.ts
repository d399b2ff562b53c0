/** Returns the header of a call with the session's token (decisions.md#4-sessions-and-tokens). */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

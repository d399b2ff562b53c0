/** A call in the name of the session's owner (decisions section 4). */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

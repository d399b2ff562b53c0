import { createRemoteJWKSet, jwtVerify } from 'jose';

const portal = 'https://portal.example';
const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', portal));
const expected = { issuer: portal, audience: 'demo', algorithms: ['EdDSA'] };

/** Verifies the `idToken` of a result, and answers with the id of the user. */
export const POST = async (request: Request): Promise<Response> => {
  try {
    const { payload } = await jwtVerify(await request.text(), keys, expected);
    // Here your server opens its own session for the user `payload.sub`.
    return Response.json({ userID: payload.sub });
  } catch {
    return new Response(null, { status: 401 });
  }
};

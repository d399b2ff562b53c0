import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { IdTokenKeys } from '../../../src/contracts/calls/servers.ts';
import type { PlayfabGateway } from '../../gateways/playfab.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Activation } from '../accounts/sessions.ts';
import { minute } from '../../../src/lib/time.ts';

const algorithm = 'EdDSA';
/** Seconds until a token expires. A partner's server checks it at once, so this only allows for clocks that differ. */
const lifetime = 300;
/** Milliseconds after an activation in which it may be repeated, because its answer was lost. */
const repeatable = minute;

/** The PKCS #8 form of an Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives a key pair from a secret, so that an operator makes this secret like every other one. */
const privateKeyOf = (secret: string): KeyObject => {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'maths-portal id token', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
};

const signingKeyOf = (secret: string) => {
  const privateKey = privateKeyOf(secret);
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  // The thumbprint of RFC 7638, with the members that RFC 8037 names.
  const thumbprint = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  const kid = createHash('sha256').update(thumbprint).digest('base64url');
  const publicKey: IdTokenKeys['keys'][number] = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: algorithm, use: 'sig' };
  return { privateKey, publicKey };
};

/** What a token says about a person beside the names that RFC 7519 registers. */
type Person = { userId: string; playfabId: string; created: boolean; classroomCode?: string };

/**
 * Signs for a partner's server who has signed in, because the result itself travels through a browser. Every claim is
 * one that this server has checked.
 * @param secrets the first one signs; the keys of all are public, so that they can be replaced without an interruption.
 * @param issuer the portal's origin.
 */
export const createIdTokens = (clock: Clock, playfab: PlayfabGateway, secrets: readonly string[], issuer: string) => {
  const keys = secrets.map(signingKeyOf);
  const [current] = keys;
  if (current === undefined) throw new Error('idTokenKeys is empty');
  const { privateKey, publicKey } = current;

  const sign = (partner: string, { userId, playfabId, created, classroomCode }: Person): Promise<string> => {
    const now = Math.floor(clock.now().getTime() / 1_000);
    const claims = { playfab_id: playfabId, created, ...(classroomCode && { classroom_code: classroomCode }) };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: publicKey.kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(partner)
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetime)
      .setJti(randomUUID())
      .sign(privateKey);
  };

  return {
    /** Returns what `/.well-known/jwks.json` answers. */
    publicKeys: (): IdTokenKeys => ({ keys: keys.map((key) => key.publicKey) }),

    /**
     * Signs a parent's sign-in for the partner whose page it happened on.
     * @throws Refusal FORBIDDEN for any other partner, to which the first one could pass the session on;
     * TOKEN_EXPIRED when the session was activated earlier: a token says that a person has just signed
     * in, and a session must not be enough for it.
     */
    ofParent: (
      partner: string,
      { userId, playfabId, created, activatedAt, ...session }: Activation,
    ): Promise<string> => {
      if (session.partner !== partner) throw new Refusal('FORBIDDEN');
      if (clock.now().getTime() > activatedAt.getTime() + repeatable) throw new Refusal('TOKEN_EXPIRED');
      return sign(partner, { userId, playfabId, created });
    },

    /** Signs for a partner that a teacher has created a class. A teacher's user id is the PlayFab ID. */
    ofTeacher: (partner: string, playfabId: string, classroomCode: string): Promise<string> =>
      sign(partner, { userId: playfabId, playfabId, created: true, classroomCode }),

    /** @throws Refusal FORBIDDEN unless PlayFab issued the session ticket to this player. */
    requirePlayer: async (ticket: string, playfabId: string): Promise<void> => {
      const login = await playfab.loginOfTicket(ticket);
      if (login?.playfabId !== playfabId) throw new Refusal('FORBIDDEN');
    },
  };
};

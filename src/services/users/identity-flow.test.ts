import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignInProof } from '../../contracts/calls/sign-in.ts';
import { type Session, storageKeys, tokenPattern } from '../../contracts/session.ts';
import { done, fail, type Result, succeed } from '../../lib/result.ts';
import { signInResponse, slow } from '../testing/builders.ts';
import { type Credentials, signIn } from './authenticate.ts';
import { type SignUpServices, signUp } from './sign-up.ts';

const email = 'parent@home.example';
const password = 'correct horse';

/** Creates services that accept everything and record their calls. */
const servicesOf = (changes: Partial<SignUpServices['identity'] & SignUpServices['registration']> = {}) => {
  const steps: string[] = [];
  const secrets = { customId: '', token: '' };
  const stored = new Map<string, string>();
  const proofs: (SignInProof | undefined)[] = [];
  const note = <T>(step: string, result: Result<T>) => {
    steps.push(step);
    return Promise.resolve(result);
  };
  const services: SignUpServices = {
    identity: {
      signIn: () => note('sign in', succeed(signInResponse())),
      keepContactAddress: (_, address, isNew) => note(`contact ${address} ${isNew}`, done),
      bindToken: (_, argument) => {
        secrets.token = argument.token;
        return note(`user ${argument.newParentPortalAccount}`, succeed({ userID: 'u1' }));
      },
      ...changes,
    },
    registration: {
      register: () => note('register', succeed(signInResponse())),
      linkCustomId: (_, customId) => {
        secrets.customId = customId;
        return note('link', done);
      },
      ...changes,
    },
    users: {
      activateToken: (token, options) => {
        proofs.push(options?.proof);
        return note(`token ${token === secrets.token}`, succeed({}));
      },
    },
    store: {
      write: (session) => {
        steps.push('store');
        stored.set(storageKeys.session, JSON.stringify(session));
        return true;
      },
    },
  };
  return { services, steps, secrets, stored, proofs };
};

const credentials = { email, password, language: 'en', keep: true } as const;

describe('signing up', () => {
  it('signs up: registers, links, creates the user and the token, and stores the session', async () => {
    const { services, steps, secrets } = servicesOf();
    const onUserRecord = () => void steps.push('user record');
    const result = await signUp(services, { ...credentials, onUserRecord });
    const [before, after] = [
      ['register', 'link', `contact ${email} true`, 'user true'],
      ['token true', 'store'],
    ];
    expect(steps).toEqual([...before, 'user record', ...after]);
    const session: Session = { ...signInResponse(), token: secrets.token, email };
    expect(result).toEqual({
      ok: true,
      value: { session: JSON.stringify(session), userID: 'u1', playfabID: session.data.PlayFabId },
    });
    expect(secrets.token).toMatch(tokenPattern);
  });

  it('creates unique and unrelated ids', async () => {
    const { services, secrets } = servicesOf();
    const seen = new Set<string>();
    for (let run = 0; run < 1_000; run += 1) {
      await signUp(services, { ...credentials, keep: false });
      const { customId, token } = secrets;
      expect(customId).toMatch(/^[A-Za-z0-9_-]{43}$/);
      for (const other of [token, email, password, signInResponse().data.PlayFabId])
        expect(customId).not.toContain(other);
      seen.add(customId).add(token);
    }
    expect(seen.size).toBe(2_000);
  });

  it('links the Android device with the same id if there is one', async () => {
    const { services, steps, secrets } = servicesOf();
    const linkDevice = vi.fn(async () => done);
    await signUp({ ...services, linkDevice }, credentials);
    expect(linkDevice).toHaveBeenCalledExactlyOnceWith(signInResponse(), secrets.customId, expect.any(AbortSignal));
    expect(steps).toEqual(['register', 'link', `contact ${email} true`, 'user true', 'token true', 'store']);
  });

  it.each(['linkCustomId', 'keepContactAddress'])(
    'waits no longer for a hanging %s than for the other calls',
    async (call) => {
      const { services } = servicesOf({ [call]: () => new Promise(() => {}) });
      expect(await signUp(services, credentials)).toMatchObject({ ok: true });
      expect(await signIn(services, credentials)).toMatchObject({ ok: true });
    },
  );

  const unavailable = { keepContactAddress: () => Promise.resolve(fail('SERVICE_UNAVAILABLE')) };
  it.each([
    ['device', signUp, {}, () => Promise.resolve(fail('SERVICE_UNAVAILABLE'))],
    ['custom id', signUp, { linkCustomId: () => Promise.resolve(fail('SERVICE_UNAVAILABLE')) }, undefined],
    ['contact address', signUp, unavailable, undefined],
    ['contact address', signIn, unavailable, undefined],
  ])('continues when the %s cannot be linked, and only logs that', async (what, authenticate, changes, linkDevice) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const services = { ...servicesOf(changes).services, linkDevice };
    expect(await authenticate(services, credentials)).toMatchObject({ ok: true });
    expect(warn.mock.calls.flat()).toEqual([`The ${what} was not linked: SERVICE_UNAVAILABLE`]);
    warn.mockRestore();
  });
});

describe.each([
  ['signing up', signUp],
  ['signing in', signIn],
])('%s where the browser stores nothing', (_, authenticate) => {
  it('says so before anything is sent, and when the session itself could not be stored', async () => {
    const { services, steps } = servicesOf();
    expect(await authenticate({ ...services, canStore: () => false }, credentials)).toEqual(fail('STORAGE_BLOCKED'));
    expect(steps).toEqual([]);
    const full = { ...services, store: { write: () => false } };
    expect(await authenticate(full, credentials)).toEqual(fail('STORAGE_BLOCKED'));
  });

  it('succeeds in a widget, which stores nothing', async () => {
    const { services, stored } = servicesOf();
    const widget = { ...credentials, keep: false };
    expect(await authenticate({ ...services, canStore: () => false }, widget)).toMatchObject({ ok: true });
    expect(stored.size).toBe(0);
  });
});

describe('signing in', () => {
  it('updates the user and the contact address, and links nothing', async () => {
    const { services, steps } = servicesOf();
    await signIn(services, credentials);
    expect(steps).toEqual(['sign in', `contact ${email} false`, 'user false', 'token true', 'store']);
  });

  it('reports why the identity provider rejected a login, and makes no further call', async () => {
    const { services, steps } = servicesOf({ signIn: async () => fail('InvalidEmailOrPassword') });
    expect(await signIn(services, credentials)).toEqual({ ok: false, failure: { code: 'InvalidEmailOrPassword' } });
    expect(steps).toEqual([]);
  });

  it('stores nothing before the token is valid', async () => {
    const { services, stored } = servicesOf({ bindToken: () => Promise.resolve(fail('GENERIC_ERROR')) });
    const onUserRecord = vi.fn();
    expect(await signIn(services, { ...credentials, onUserRecord })).toEqual(fail('GENERIC_ERROR'));
    expect(onUserRecord).not.toHaveBeenCalled();
    const users = { activateToken: async () => fail('TOKEN_EXPIRED') };
    expect(await signIn({ ...servicesOf().services, store: services.store, users }, credentials)).toEqual({
      ok: false,
      failure: { code: 'TOKEN_EXPIRED' },
    });
    expect(stored.size).toBe(0);
  });
});

describe('signing in after a password reset', () => {
  const { SessionTicket: ticket } = signInResponse().data;
  const bindToken = () => Promise.resolve(succeed({ userID: 'u1', passwordWasReset: true }));
  const code = 'K7QM-2XPD';

  it.each<[title: string, known: string | undefined, Partial<Credentials>, proof: SignInProof, stored: string[]]>([
    ['the ticket of this login, without a code when none is known', undefined, {}, { ticket }, []],
    ['the code that this tab stored, on the portal’s own pages', code, {}, { ticket, code }, []],
    ['the typed code, and stores it once the server has accepted it', 'old', { code }, { ticket, code }, [code]],
    ['no stored code in a widget', code, { keep: false }, { ticket }, []],
    ['the typed code in a widget, and does not store it', 'old', { keep: false, code }, { ticket, code }, []],
  ])('shows %s', async (_, known, changes, proof, stored) => {
    const { services, proofs } = servicesOf({ bindToken });
    const written: string[] = [];
    const signInCode = { read: () => known, write: (typed: string) => void written.push(typed) };
    await signIn({ ...services, signInCode }, { ...credentials, ...changes });
    expect(proofs).toStrictEqual([proof]);
    expect(written).toEqual(stored);
  });

  it('shows nothing for an account whose password was never reset', async () => {
    const { services, proofs } = servicesOf();
    await signIn(services, credentials);
    expect(proofs).toEqual([undefined]);
  });
});

describe('the complete authentication', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => void vi.useRealTimers();
  });

  it('ends within 15 s, even if every call is slow', async () => {
    const { services } = servicesOf({
      signIn: (_, __, signal) => slow(succeed(signInResponse()), signal),
      bindToken: (_, __, signal) => slow(succeed({ userID: 'u1' }), signal),
    });
    const pending = signIn(services, credentials);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await Promise.race([pending, 'still waiting'])).toEqual({ ok: false, failure: { code: 'TIMEOUT' } });
  });
});

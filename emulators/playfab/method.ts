import { z } from 'zod';
import type { EmulatorDatabase } from '../database.ts';
import { type ErrorDetails, PlayfabError } from './errors.ts';
import { sameSecret } from './secrets.ts';
import type { createAccountStores, CredentialKind, Principal } from './store.ts';

type GuardedAction = 'login' | 'register' | 'recover';
/** The keys of a rate limit. `ip` is the client's address; `person` is the digest of a custom id. */
type GuardKeys = { ip: string; email?: string; person?: string };

/** A recovery mail. `email` is the contact address, not the typed login; `ip` is the address of the client. */
export type RecoveryMail = { email: string; token: string; templateId: string; ip: string };

export type PlayfabOptions = {
  database: EmulatorDatabase;
  clock: { now(): Date };
  titleId: string;
  /** The required value of `X-SecretKey`. */
  secretKey: string;
  /** The minimum length of a password. PlayFab's own minimum is 6. */
  minPassword: number;
  /** Returns the address of a registered function, or null if no function has this name. */
  functionUrl(name: string): string | null;
  /** The ids of the title's mail templates for account recovery. */
  recoveryTemplates: readonly string[];
  /** Queues the mail. It must resolve only when the mail cannot be lost any more. */
  sendRecoveryMail(mail: RecoveryMail): Promise<void>;
  /** Returns the seconds to wait, or null if the attempt is allowed. The emulator calls it before any other check. */
  guard?(action: GuardedAction, keys: GuardKeys): Promise<{ retryAfter: number } | null>;
  fetch?: typeof fetch;
};

/** The options and stores that every method uses. */
export type Context = Omit<PlayfabOptions, 'database'> & ReturnType<typeof createAccountStores>;

const emailShape = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/;
const ascii = /^[!-~]*$/;

/** Creates a required text field with PlayFab's error message. */
export const required = (name: string) => z.string({ error: `The ${name} field is required.` });
const titleId = required('TitleId');

/**
 * An email address in lower case, so that one person has one address. Only ASCII is accepted, because look-alike
 * characters would make different addresses look the same. PlayFab does not say that it removes spaces around an
 * address, so they are refused.
 */
export const emailAddress = (name: string) =>
  required(name)
    .max(255, `${name} must be less than 255 characters.`)
    .refine((text) => ascii.test(text) && emailShape.test(text), 'Email address is not valid.')
    .transform((text) => text.toLowerCase());
export const email = emailAddress('Email');

/** Returns PlayFab's message for a password of the wrong length. */
const passwordRule = (least: number): string => `Password must be between ${least} and 100 characters.`;
/**
 * A password within PlayFab's own limits; the title can require more with `minPassword`. The length is counted in
 * UTF-16 units, as in .NET and in a browser's field. zod would count an emoji as one character.
 */
export const password = required('Password').refine((text) => text.length >= 6 && text.length <= 100, passwordRule(6));

/** @throws PlayfabError for a password that is shorter than the title requires. */
export const requireLength = ({ minPassword }: Context, chosen: string): void => {
  if (chosen.length >= minPassword) return;
  throw new PlayfabError('InvalidParams', { details: { Password: [passwordRule(minPassword)] } });
};

export const opaqueId = (name: string) => required(name).min(1, `The ${name} field is required.`).max(256);

export type CallAuth = 'none' | 'session ticket' | 'entity token' | 'secret key' | 'any';

/** A call before validation. `body` is the parsed JSON. */
export type MethodCall = { headers: Readonly<Record<string, string | undefined>>; body: unknown; ip: string };

/** One method of the API. `call` returns the value of `data`, or throws a PlayfabError. */
export type Method = { path: string; auth: CallAuth; call(context: Context, call: MethodCall): Promise<object> };

/** Validates the body of a call. @throws PlayfabError `InvalidParams`, with each invalid field in `errorDetails`. */
const parse = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const details: ErrorDetails = {};
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '');
    details[field] = [...(details[field] ?? []), message];
  }
  throw new PlayfabError('InvalidParams', { details });
};

/** @throws PlayfabError `NotAuthenticated` for a ticket or token that is absent, unknown or expired. */
export const authenticatePlayer = async (
  context: Context,
  kind: CredentialKind,
  secret: string | undefined,
): Promise<Principal> => {
  const found = secret ? await context.credentials.find(kind, secret, context.clock.now()) : undefined;
  if (found === undefined) throw new PlayfabError('NotAuthenticated');
  const { playfabId, provider } = found;
  if (playfabId === null) return { player: null, provider };
  const player = await context.players.find('playfab_id', playfabId);
  if (player === undefined) throw new PlayfabError('NotAuthenticated');
  return { player, provider };
};

export const requireSecretKey = (context: Context, key: string | undefined): void => {
  if (key === undefined || !sameSecret(key, context.secretKey)) throw new PlayfabError('NotAuthenticated');
};

/** Counts the attempt before any other check. @throws PlayfabError when the client has made too many attempts. */
export const guarded = async (context: Context, action: GuardedAction, keys: GuardKeys): Promise<void> => {
  const refused = await context.guard?.(action, keys);
  if (refused) throw new PlayfabError('APIClientRequestRateLimitExceeded', { retryAfter: refused.retryAfter });
};

/** Creates the methods of one kind of caller, who is identified before the body is validated. */
const methodsFor =
  <Caller>(auth: CallAuth, identify: (context: Context, call: MethodCall) => Caller | Promise<Caller>) =>
  <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    run: (context: Context, input: z.output<Schema>, caller: Caller) => Promise<object>,
  ): Method => ({
    path,
    auth,
    call: async (context, call) => {
      const caller = await identify(context, call);
      return run(context, parse(schema, call.body), caller);
    },
  });

const ofTitle = z.object({ TitleId: titleId });

/**
 * Creates a method without authentication. Its calls name the title in their body. The caller is the client's address.
 */
export const openMethod = methodsFor('none', (context, { body, ip }) => {
  if (parse(ofTitle, body).TitleId !== context.titleId) throw new PlayfabError('InvalidTitleId');
  return ip;
});

/** Creates a method for a player, who authenticates with `X-Authorization`. */
export const playerMethod = methodsFor('session ticket', async (context, { headers }) => {
  const { player } = await authenticatePlayer(context, 'ticket', headers['x-authorization']);
  if (player === null) throw new PlayfabError('NotAuthenticated');
  return player;
});

/** Creates a method for a player or the title (null), who authenticate with `X-EntityToken`. */
export const entityMethod = methodsFor('entity token', async (context, { headers }) => {
  return (await authenticatePlayer(context, 'entity', headers['x-entitytoken'])).player;
});

/** Creates a method for the title's own server, which authenticates with `X-SecretKey`. */
export const serverMethod = methodsFor('secret key', (context, { headers }) =>
  requireSecretKey(context, headers['x-secretkey']),
);

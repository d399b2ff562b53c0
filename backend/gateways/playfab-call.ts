import { z } from 'zod';
import { readBody } from './read-body.ts';

export type PlayfabServer = {
  /** `https://<title id>.playfabapi.com`, or the emulator's address; no trailing slash. */
  baseUrl: string;
  titleId: string;
  secretKey: string;
  fetch?: typeof fetch;
  /** Milliseconds for one call; the default is 5,000. */
  deadline?: number;
};

/**
 * Thrown when PlayFab is unreachable, slow, overloaded or answers nonsense: retry later. It names the call, and
 * contains nothing that was sent.
 */
export class PlayfabUnavailable extends Error {
  override name = 'PlayfabUnavailable';
}

const linkErrors: readonly string[] = [
  'InvalidAuthToken',
  'AuthTokenDoesNotExist',
  'AuthTokenExpired',
  'AuthTokenAlreadyUsedToResetPassword',
  // The link was sent before the contact address was removed.
  'NoContactEmailAddressFound',
];

/** Thrown when PlayFab refused a valid call. `error` is PlayFab's name for the reason. */
export class PlayfabRefusal extends Error {
  override name = 'PlayfabRefusal';
  readonly error: string;
  readonly isAboutLink: boolean;

  constructor(call: string, error: string) {
    super(`${call}: ${error}`);
    this.error = error;
    this.isAboutLink = linkErrors.includes(error);
  }
}

const success = z.object({ code: z.literal(200), data: z.unknown() });
const refusal = z.object({ code: z.int().min(400).max(499), error: z.string().regex(/^\w{1,80}$/) });

/** Statuses of overload and timeouts, which are temporary and not a refusal. */
const passing = new Set([408, 429]);

/** Makes one call with a timeout. It does not retry, because only the caller knows what may be repeated. */
export const callPlayfab = async <Schema extends z.ZodType>(
  { baseUrl, deadline = 5_000, fetch: send = fetch }: PlayfabServer,
  call: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  schema: Schema,
): Promise<z.output<Schema>> => {
  let answer: unknown;
  try {
    const response = await send(`${baseUrl}/${call}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(deadline),
    });
    answer = JSON.parse((await readBody(response)).toString());
  } catch {
    // The cause is dropped on purpose: it may quote the address, and with it a key.
    throw new PlayfabUnavailable(call);
  }
  const refused = refusal.safeParse(answer);
  if (refused.success && !passing.has(refused.data.code)) throw new PlayfabRefusal(call, refused.data.error);
  const succeeded = success.safeParse(answer);
  const data = succeeded.success ? schema.safeParse(succeeded.data.data) : undefined;
  if (!data?.success) throw new PlayfabUnavailable(call);
  return data.data;
};

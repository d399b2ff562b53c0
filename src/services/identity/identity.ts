import type { AddOrUpdateUserArgument } from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import type { Result } from '../../lib/result.ts';

/** The identity provider, as the features see it. Every call ends within the interactive deadline. */
export type Identity = {
  /** Loads the vendor's script ahead of need: call it on the first focus. */
  warmUp(): void;
  register(email: string, password: string, signal?: AbortSignal): Promise<Result<SignInResponse>>;
  signIn(email: string, password: string, signal?: AbortSignal): Promise<Result<SignInResponse>>;
  /** Goes on with somebody who signed in before, on this page or another: the calls below act for this player. */
  resume(response: SignInResponse): void;
  linkCustomId(customId: string, signal?: AbortSignal): Promise<Result<void>>;
  /** The cloud function that binds the portal's token to the player. */
  addOrUpdateUser(argument: AddOrUpdateUserArgument, signal?: AbortSignal): Promise<Result<{ userID: string }>>;
  /** Succeeds for an unknown address too: signed out, recovery sounds the same for all. */
  sendRecoveryMail(email: string, language: Language, signal?: AbortSignal): Promise<Result<void>>;
};

import type { Kysely } from 'kysely';
import type { PasswordCost } from './passwords.ts';

export type GuardedAction = 'login' | 'register' | 'recover';
/** Who tries: the address of the client, and the account that it is about (a custom id only as a digest). */
export type GuardKeys = { ip: string; email?: string; person?: string };

/** `ip` is the address of the client who asks. */
export type RecoveryMail = { email: string; token: string; templateId: string; ip: string };

export type PlayfabOptions = {
  /** With none of the product's tables, `database.$pickTables<never>()`: the emulator makes its own, in its own schema. */
  database: Kysely<Record<never, never>>;
  clock: { now(): Date };
  titleId: string;
  /** What `X-SecretKey` must be. */
  secretKey: string;
  /** PlayFab's own rule is 6. */
  minPassword: number;
  /** How expensive a password's hash is. Tests lower it; otherwise it is what OWASP recommends. */
  passwordCost?: PasswordCost;
  /** The address that PlayFab would call for a function, or null when none is registered under this name. */
  functionUrl(name: string): string | null;
  /** Template ids that exist in the title; the first one is the default. */
  recoveryTemplates: readonly string[];
  /** Must promise the mail before it resolves. `email` is the stored address, never the one that was typed. */
  sendRecoveryMail(mail: RecoveryMail): Promise<void>;
  /** Answers how many seconds to wait, or null when the try is allowed. Asked before anything is checked. */
  guard?(action: GuardedAction, keys: GuardKeys): Promise<{ retryAfter: number } | null>;
  fetch?: typeof fetch;
};

import { closed, flag, type Guarded, list, literal, object, oneOf, text, textOf } from '../shapes.ts';
import { apiPaths, signOutRequest } from '../api.ts';
import { languages } from '../language.ts';
import { platform } from '../session.ts';
import { call, nothing } from './call.ts';
import { forPlatform } from './sign-in.ts';

/** `serviceKey` of the service `stripeService` is the Stripe customer's id. */
export const stripeService = 'Stripe';
const user = object({ id: text, integrations: list(object({ service: text, serviceKey: text })) });
export type UserData = Guarded<typeof user>;

export const signOut = call({
  ...signOutRequest,
  auth: 'user',
  access: 'read',
  query: forPlatform,
  answer: nothing,
});

export const readUser = call({
  method: 'GET',
  path: apiPaths.user,
  auth: 'user',
  tokenIn: 'p',
  access: 'read',
  answer: object({ data: user }),
});

export const deleteUser = call({
  method: 'DELETE',
  path: `${apiPaths.user}/`,
  auth: 'user',
  tokenIn: 'token',
  query: object({ p: literal(platform) }, { lang: text }),
  // After a lost answer a second attempt would return TOKEN_EXPIRED for a deleted account.
  repeatable: false,
  answer: nothing,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
});

/** `file` is the JSON of everything that is kept about the person, ready to be saved. */
export const exportUser = call({
  method: 'GET',
  path: `${apiPaths.user}/export`,
  auth: 'user',
  answer: object({ file: text }),
  errors: ['RECENT_SIGN_IN_REQUIRED'],
});

/** `code` is the code that the owner also receives by mail. `devices` says what became of `signOutDevices`. */
const passwordReset = object({ code: text, devices: oneOf(['kept', 'signed-out', 'failed']) });
export type PasswordReset = Guarded<typeof passwordReset>;

/** Mails a link to the address of the account, whether it has a membership that began elsewhere or not. */
export const mailMoveInLink = call({
  method: 'POST',
  path: `${apiPaths.user}/move-in`,
  auth: 'user',
  body: object({ lang: oneOf(languages) }),
  answer: nothing,
});

/** `isHere`: whether the account has the membership now. A second call changes nothing. */
export const openMoveInLink = call({
  method: 'POST',
  path: `${apiPaths.user}/move-in/link`,
  auth: 'user',
  repeatable: true,
  body: object({ secret: textOf(64) }),
  answer: object({ isHere: flag }),
  errors: ['LINK_EXPIRED', 'RECENT_SIGN_IN_REQUIRED'],
});

/** `token` comes from the mail. `signOutDevices` unlinks the ids by which the game opens the account; default: no. */
export const resetPassword = call({
  method: 'POST',
  path: apiPaths.passwordReset,
  auth: 'public',
  body: closed(object({ token: textOf(512, 1), password: text }, { signOutDevices: flag })),
  answer: object({ data: passwordReset }),
  errors: ['InvalidPassword', 'LINK_EXPIRED'],
});

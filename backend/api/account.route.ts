import type { FastifyPluginAsync } from 'fastify';
import { apiPaths } from '../../src/contracts/api.ts';
import {
  deleteUser,
  exportUser,
  mailMoveInLink,
  openMoveInLink,
  readUser,
  resetPassword,
  signOut,
} from '../../src/contracts/calls/account.ts';
import { bindToken, readIdTokenKeys } from '../../src/contracts/calls/servers.ts';
import { activateToken } from '../../src/contracts/calls/sign-in.ts';
import { isLanguage } from '../../src/contracts/language.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { bearerOf } from './guards.ts';
import type { SignsFor } from './origins.ts';
import { servingIn } from './serve.ts';

const tokenExample = 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c';
const bound = { success: true } as const;

/** Converts an error to a body for status 200, because PlayFab passes no other status on to its caller. */
const travelling = (error: unknown) => {
  if (error instanceof Refusal) return { success: false as const, error: error.code };
  throw error;
};

/** Serves sessions and accounts (product-spec.md#7-calls-made). Some URLs have the token, so URLs are never logged. */
export const accountRoutes =
  (
    { billing, deletion, exportOf, idTokens, moveInLink, recovery, sessions, users }: Portal,
    signsFor: SignsFor,
  ): FastifyPluginAsync =>
  async (api) => {
    const serve = servingIn(api, { tag: 'Account', limit: 'token' });
    const servePartners = servingIn(api, { tag: 'Partners' });
    const serveVendors = servingIn(api, { tag: 'Vendors' });
    // A script may read the keys.
    servePartners(
      readIdTokenKeys,
      {
        id: 'getIdTokenKeys',
        summary: 'Read the public keys of the results for partners',
        description: 'Returns a JSON Web Key Set (RFC 7517). A library for JWT reads it to verify an `idToken`.',
        content: 'file',
      },
      async (_request, reply) => {
        // Not a day in a cache: a retired key should be gone soon.
        void reply.header('cache-control', 'public, max-age=300');
        return idTokens.publicKeys();
      },
    );

    // It is public because the token in its body is the only credential; a token that was never bound is refused.
    serve(
      activateToken,
      {
        id: 'activateToken',
        summary: 'Activate a session token, or renew one',
        description:
          'Makes a token valid that the cloud function has bound to a user. With the old token as `Authorization: Bearer`, it is a renewal, and the old token ends a minute later. With `leaving`, the old token lives another day and may only read, because it is in a store link. When the cloud function answers `passwordWasReset`, the call needs `ticket`, the PlayFab session ticket of the sign-in, or `code`, from the mail about the reset. With `partner`, the key of the partner’s page, a sign-in is also answered with `created` and an `idToken` for that partner’s server.',
        security: [{}, { sessionToken: [] }],
        example: { token: tokenExample },
      },
      async (request) => {
        const { token, leaving, ticket, code, partner, shown } = request.body;
        const replaced = bearerOf(request);
        if (partner !== undefined) {
          if (replaced !== undefined) throw new Refusal('INVALID_PAYLOAD');
          if (!signsFor(partner, 'parent', request.headers.origin)) throw new Refusal('FORBIDDEN');
        }
        const activation = await sessions.activate(
          token,
          replaced === undefined ? null : { token: replaced, leaving: leaving !== undefined },
          { ip: request.ip, ticket, code },
          { partner: partner ?? null, shown },
        );
        if (partner === undefined) return {};
        return { idToken: await idTokens.ofParent(partner, activation), created: activation.created };
      },
    );

    serve(
      signOut,
      {
        id: 'signOut',
        summary: 'Log out',
      },
      async ({ session: { token, userId } }) => sessions.end(token, userId),
    );

    // The spec writes both `{user-api}?p=` and `{user-api}/?lang=`.
    for (const path of [apiPaths.user, `${apiPaths.user}/`]) {
      serve(
        { ...readUser, path },
        {
          id: 'getUser',
          summary: 'Read the account and its integrations',
          description:
            'Returns the account’s id and its services. `serviceKey` of the service `Stripe` is the customer’s id.',
        },
        async ({ session: { userId } }) => ({
          data: { id: userId, integrations: await billing.integrations(userId) },
        }),
      );

      serve(
        { ...deleteUser, path },
        {
          id: 'deleteUser',
          summary: 'Delete the account, at most fifteen minutes after a sign-in',
          description:
            'Deletes the account, its subscription and its data. The work continues after the answer, also after a crash.',
        },
        async ({ session, query: { lang } }) => deletion.request(session, isLanguage(lang) ? lang : undefined),
      );
    }

    serve(
      exportUser,
      {
        id: 'exportUser',
        summary: 'Read everything that is kept about a parent, at most fifteen minutes after a sign-in',
        description: 'Returns one JSON file as text: what the portal, PlayFab and Stripe hold, without secrets.',
        limit: 'cancel',
      },
      async ({ session }) => ({ file: await exportOf(session) }),
    );

    serve(
      mailMoveInLink,
      {
        id: 'mailMoveInLink',
        summary: 'Mail the link by which a membership that began elsewhere moves in',
        description: 'The answer is the same for every account, and no account gets more than one mail a day.',
        example: { lang: 'en' },
        limit: 'payment',
      },
      async ({ session: { userId }, body: { lang } }) => moveInLink.mail(userId, lang),
    );

    serve(
      openMoveInLink,
      {
        id: 'openMoveInLink',
        summary: 'Move in a membership that began elsewhere, at most fifteen minutes after a sign-in',
        description: 'Only the account that asked for the link can use it. A second call changes nothing.',
        example: { secret: tokenExample },
        limit: 'payment',
      },
      async ({ session, body: { secret } }) => ({ isHere: await moveInLink.open(session, secret) }),
    );

    // Opening the mailed link calls nothing on the server, so a mail scanner cannot use the link up.
    serve(
      resetPassword,
      {
        id: 'resetPassword',
        summary: 'Set a new password with the secret of a mailed link',
        description:
          'Sets a new password with the secret of a mailed link, and ends every session of the account. With `signOutDevices`, the custom ids and devices that open the account at PlayFab are unlinked; `devices` is `failed` if PlayFab did not do so. The owner also receives `code` by mail: a later sign-in may need it.',
        example: { token: 'A1B2C3D4E5F6', password: 'correct horse battery', signOutDevices: true },
        limit: 'reset',
      },
      async ({ body: { token, password, signOutDevices = false } }) => ({
        data: await recovery.resetPassword(token, password, signOutDevices),
      }),
    );

    // Posted by PlayFab (or its emulator) through CloudScript/ExecuteFunction to the URL that is registered with
    // `?secret=…`. The guard takes the player from `CallerEntityProfile`; an id in the argument is ignored.
    serveVendors(
      bindToken,
      {
        id: 'addOrUpdateUser',
        summary: "Bind a session token to the player's account (cloud function)",
        description:
          'PlayFab calls this function for a signed-in player. It records the account and binds a session token to it. A refusal is an answer with status 200, because PlayFab passes nothing else on to the browser.',
        example: {
          FunctionArgument: { token: tokenExample, userApiVersion: '2.0', newParentPortalAccount: true, lang: 'en' },
          CallerEntityProfile: {
            Entity: { Id: 'A1B2C3D4', Type: 'title_player_account' },
            Lineage: { TitleId: 'A1B2C', MasterPlayerAccountId: '9F8E7D6C5B4A' },
          },
          TitleAuthenticationContext: { Id: 'A1B2C', EntityToken: 'NHwxMjM0' },
        },
      },
      async ({ playfabId, body: { FunctionArgument } }) => {
        try {
          const user = await users.bind(playfabId, FunctionArgument);
          return { ...bound, userAPIResponse: { ...bound, ...user } };
        } catch (error) {
          return travelling(error);
        }
      },
    );
  };

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idTokenKeysPath } from '../../src/contracts/id-token.ts';
import { publicKeysOf } from '../domain/partners/id-tokens.ts';
import type { Portal } from '../domain/portal.ts';
import { responses } from './responses.ts';

const key = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});

/** Serves the keys with which a partner's server verifies an `idToken`. They are public, and a script may read them. */
export const idTokenKeysRoutes =
  ({ idTokens }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      idTokenKeysPath,
      {
        config: { auth: 'public', content: 'asset' },
        schema: {
          operationId: 'getIdTokenKeys',
          tags: ['Partners'],
          summary: 'Read the public keys of the results for partners',
          description: 'Returns a JSON Web Key Set (RFC 7517). A library for JWT reads it to verify an `idToken`.',
          examples: { answer: publicKeysOf(['example']) },

          response: responses(z.object({ keys: z.array(key) })),
        },
      },
      // Not a day in a cache: a retired key should be gone soon.
      async (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(idTokens.publicKeys()),
    );
  };

import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope, successEnvelope, PlayfabError } from './errors.ts';
import type { Method, MethodCall, PlayfabOptions } from './method.ts';
import * as accounts from './methods/accounts.ts';
import * as entities from './methods/entities.ts';
import * as signIn from './methods/sign-in.ts';
import { createPlayfabSchema, createAccountStores } from './store.ts';

/** All methods of the emulator: the exports of these files. */
export const methods: readonly Method[] = [accounts, entities, signIn].flatMap((file) => Object.values(file).flat());

const authHeaders = ['x-authorization', 'x-entitytoken', 'x-secretkey'] as const;

const callOf = (request: FastifyRequest): MethodCall => {
  const headers = Object.fromEntries(
    authHeaders.map((name) => [name, typeof request.headers[name] === 'string' ? request.headers[name] : undefined]),
  );
  return { headers, body: request.body ?? {}, ip: request.ip };
};

/** Converts an error of Fastify into PlayFab's format. `code` overrides the HTTP status of the PlayFab error. */
const playfabErrorOf = (error: FastifyError): { error: PlayfabError; code?: number } => {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { error: new PlayfabError('InvalidContentType') };
  if (error.statusCode === 413) return { error: new PlayfabError('InvalidRequest'), code: 413 };
  if (error.statusCode !== undefined && error.statusCode < 500) return { error: new PlayfabError('InvalidRequest') };
  return { error: new PlayfabError('InternalServerError') };
};

const refuse = (reply: FastifyReply, error: PlayfabError, code?: number): FastifyReply => {
  const envelope = errorEnvelope(error, code);
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply.code(envelope.code).send(envelope);
};

/** Creates a Fastify plugin that emulates PlayFab for the unmodified SDK. Mount it with a prefix. */
export const createPlayfabEmulator = async (options: PlayfabOptions): Promise<FastifyPluginAsync> => {
  await createPlayfabSchema(options.database);
  const context = { ...options, ...createAccountStores(options.database) };
  await context.credentials.forgetExpired(options.clock.now());

  return async (app) => {
    // Accept only JSON, because a form of another site cannot send JSON without a preflight request.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));

    app.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error instanceof PlayfabError) return refuse(reply, error);
      const answer = playfabErrorOf(error);
      // Log only the name: a message of the database can quote an email address.
      if (answer.error.error === 'InternalServerError') request.log.error({ failure: error.name }, 'playfab emulator');
      return refuse(reply, answer.error, answer.code);
    });

    for (const method of methods) {
      app.post(method.path, async (request) => successEnvelope(await method.call(context, callOf(request))));
    }
    app.all('/*', async (_request, reply) => refuse(reply, new PlayfabError('InvalidAPIEndpoint')));
  };
};

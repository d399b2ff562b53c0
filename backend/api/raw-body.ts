import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of a webhook; an event carries the whole of what it speaks about. */
export const webhookBodyLimit = 256 * 1024;

/** The routes of this plugin get their body as it came: a signature is over these bytes and no others. */
export const keepRawBodies = (api: FastifyInstance): void => {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
};

export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

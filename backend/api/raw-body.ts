import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Keeps the unparsed body for the routes of this plugin, because a signature covers exactly these bytes. */
export const keepRawBodies = (api: FastifyInstance): void => {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
};

export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

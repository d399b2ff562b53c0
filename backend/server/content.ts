import { brotliCompress, gzip } from 'node:zlib';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const encodings = ['br', 'gzip', 'identity'] as const;
/** What is sent for an address: the same content, also in the encodings in which it is smaller. */
export type Content = { etag: string; bytes: { identity: Buffer; br?: Buffer; gzip?: Buffer } };
/** Returns a hash that names these bytes. */
export const etagOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/** Compresses bytes once for all visitors. */
export const compress = async (identity: Buffer): Promise<Content> => {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  return { etag: etagOf(identity), bytes: { br, gzip: gz, identity } };
};

/** Sends the content in the best encoding that the client accepts, or 304 if the client has it. */
export const sendContent = (request: FastifyRequest, reply: FastifyReply, { etag, bytes }: Content): FastifyReply => {
  const { 'if-none-match': known } = request.headers;
  const accepted = new Negotiator(request).encodings([...encodings]);
  const encoding = encodings.find((one) => bytes[one] !== undefined && accepted.includes(one)) ?? 'identity';
  const tag = `"${etag}-${encoding}"`;
  const { 'if-match': required } = request.headers;
  if (required !== undefined && required !== '*' && !required.includes(tag)) return reply.code(412).send();
  reply.header('etag', tag);
  if (known?.includes(tag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bytes[encoding]);
};

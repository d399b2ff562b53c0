import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { limits } from '../../src/config/limits.ts';
import type { Call } from '../../src/contracts/calls/call.ts';
import { literal, removeUnnamed, type Schema, type Shape } from '../../src/contracts/shapes.ts';
import type { LimitedAction } from '../domain/limits/limit-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import type { documentTags } from './openapi.ts';

/** What the calls of a plugin have in common: their part of the document, and what most of them need. */
type Shared = {
  tag: keyof typeof documentTags;
  /** The action that is counted by client address before any other check. */
  limit?: LimitedAction;
  bodyLimit?: number;
};

/** What a route adds to the definition of its call: texts for the document, and what only the server needs. */
export type Service<Body> = Partial<Shared> & {
  /** The `operationId` of the document. */
  id: string;
  summary: string;
  /** What the summary does not say. */
  description?: string;
  /** An example of the body. */
  example?: Body;
  /** Descriptions of the body's members. */
  members?: Readonly<Record<string, string>>;
  security?: readonly Record<string, string[]>[];
  /** The kind of the answer, for its headers. */
  content?: 'file';
};

/** The names in a path: `/classrooms/:id/detailed` has `id`. */
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** What a handler returns: the members beside `success`, nothing if there are none, or the reply that it sent. */
type Returned<Sent> = Sent | FastifyReply | (Record<never, never> extends Sent ? void : never);

/** Adds descriptions to the members of a schema. */
const withTexts = (schema: Schema, texts: Readonly<Record<string, string>>): Schema => {
  const described = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const description = texts[name];
    return [name, { ...member, ...(description !== undefined && { description }) }];
  });
  return { ...schema, ...(schema.properties && { properties: Object.fromEntries(described) }) };
};

/** Adds `success: true` to each variant of an answer. */
const withSuccess = (schema: Schema): Schema =>
  schema.anyOf === undefined
    ? {
        ...schema,
        properties: { success: literal(true).schema, ...schema.properties },
        required: ['success', ...(schema.required ?? [])],
      }
    : { ...schema, anyOf: schema.anyOf.map(withSuccess) };

/** Returns a check for Fastify. Members that the shape does not name are removed. */
const validator = (shape: Shape) => (value: unknown) => {
  if (!shape(value)) return { error: new Refusal('INVALID_PAYLOAD') };
  removeUnnamed(shape, value);
  return { value };
};

const formTypes = ['application/x-www-form-urlencoded', 'application/json'];

/**
 * Returns a function that serves a call. Its guard, its checks, the types of the handler and its part of the OpenAPI
 * document derive from the definition. A handler returns the answer without `success: true`; what the answer does not
 * name is not sent, unless it is versioned.
 */
export const servingIn =
  (api: FastifyInstance, shared: Shared) =>
  <Path extends string, Body, Query, Answer, Sent>(
    definition: Call<Path, Body, Query, Answer, Sent>,
    service: Service<NoInfer<Body>>,
    handler: (
      request: FastifyRequest<{ Body: Body; Querystring: Query; Params: Params<Path> }>,
      reply: FastifyReply,
    ) => Promise<Returned<NoInfer<Sent>>>,
  ): void => {
    const { id, summary, description = summary, example, members = {}, security, content, ...own } = service;
    const { tag, limit, bodyLimit } = { ...shared, ...own };
    const { method, path, auth, tokenIn = 'bearer', access, body, query, form, versioned, bare, errors } = definition;
    const answer = (definition.sent ?? definition.answer).schema;
    const success = bare ? {} : { success: true };
    const schema: FastifySchema = {
      operationId: id,
      tags: [tag],
      summary,
      description,
      ...(errors && { errors }),
      ...(versioned && { versioned }),
      ...(security && { security }),
      ...(form && { consumes: formTypes }),
      ...(example && { example }),
      ...(body && { body: withTexts(body.schema, members) }),
      ...(query && { querystring: query.schema }),
      response: { 200: bare ? answer : withSuccess(answer) },
    };
    api.route<{ Body: Body; Querystring: Query; Params: Params<Path> }>({
      method,
      url: path,
      config: {
        auth,
        ...(auth === 'user' && { tokenIn }),
        ...(access && { access }),
        ...(limit && { limit }),
        ...(content && { content }),
      },
      ...(bodyLimit && { bodyLimit }),
      // The answer of a class is large. To choose its schema and to write by that takes three times as long.
      ...(versioned && { serializerCompiler: () => JSON.stringify }),
      schema,
      validatorCompiler: ({ httpPart }) => {
        const shape = httpPart === 'body' ? body : query;
        return shape === undefined ? () => true : validator(shape);
      },
      handler: async (request, reply) => {
        const returned = await handler(request, reply);
        // A returned reply was awaited until it was sent.
        return reply.sent ? reply : { ...success, ...returned };
      },
    });
  };

/**
 * Sends the version of an answer as its `ETag`, and returns whether the caller has this answer. The `ETag` is weak,
 * because the time of the server is no part of the version.
 */
export const sendVersion = ({ headers }: FastifyRequest, reply: FastifyReply, version: string): boolean => {
  const etag = `W/"${version}"`;
  void reply.header('ETag', etag);
  return headers['if-none-match'] === etag;
};

/** Matches a text with a visible character: not only format characters, combining marks, fillers or spaces. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns a single line without the spaces around it, in Unicode's composed form, because keyboards differ in how they
 * type é; null for an empty one.
 * @throws for control characters, which a person does not type and of which PostgreSQL cannot store NUL
 */
export const optionalLine = (typed: string): string | null => {
  const line = typed.trim().normalize();
  if (line === '') return null;
  if (line.length > limits.lineMaximum || /\p{Cc}/u.test(line) || !visible.test(line))
    throw new Refusal('INVALID_PAYLOAD');
  return line;
};

/** The same for a line that may not be empty. */
export const singleLine = (typed: string): string => {
  const line = optionalLine(typed);
  if (line === null) throw new Refusal('INVALID_PAYLOAD');
  return line;
};

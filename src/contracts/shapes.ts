/**
 * Guards of outside data: a guard accepts any value, returns whether it has the shape, and never throws. The
 * combinators carry the JSON Schema, so that one shape checks bodies on the server and answers in the browser, and
 * describes both in the OpenAPI document. zod would exceed the size of a sign-in; the backend uses it for its
 * configuration and vendors' answers.
 */
export type TypeGuard<T> = (input: unknown) => input is T;

/** The part of JSON Schema that shapes use. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
};
export type Shape<T = unknown> = TypeGuard<T> & { readonly schema: Schema };
export type Guarded<G> = G extends TypeGuard<infer T> ? T : never;

type Shapes = Readonly<Record<string, Shape>>;
type Flat<T> = { [Key in keyof T]: T[Key] };
type Members<R extends Shapes, O extends Shapes> = Flat<
  { [Key in keyof R]: Guarded<R[Key]> } & { [Key in keyof O]?: Guarded<O[Key]> }
>;

const shape = /* @__NO_SIDE_EFFECTS__ */ <T>(schema: Schema, check: (input: unknown) => boolean): Shape<T> =>
  Object.assign((input: unknown): input is T => check(input), { schema });

export const isRecord: Shape<Record<string, unknown>> = /* @__PURE__ */ shape(
  { type: 'object' },
  (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
);
const isText = (input: unknown): input is string => typeof input === 'string';

export const anything: Shape = /* @__PURE__ */ shape({}, () => true);
export const text: Shape<string> = /* @__PURE__ */ shape({ type: 'string' }, isText);
export const number: Shape<number> = /* @__PURE__ */ shape({ type: 'number' }, Number.isFinite);
export const flag: Shape<boolean> = /* @__PURE__ */ shape({ type: 'boolean' }, (input) => typeof input === 'boolean');
/** Accepts a text that `Date` can parse, because `Intl` throws for any other. The server sends ISO 8601. */
export const moment: Shape<string> = /* @__PURE__ */ shape(
  { type: 'string', format: 'date-time' },
  (input) => isText(input) && !Number.isNaN(Date.parse(input)),
);

/** Accepts a text with a number of characters in these limits. */
export const textOf = /* @__NO_SIDE_EFFECTS__ */ (maxLength: number, minLength = 0): Shape<string> =>
  shape(
    { type: 'string', maxLength, ...(minLength > 0 && { minLength }) },
    (input) => isText(input) && input.length <= maxLength && input.length >= minLength,
  );

/** Accepts an integer in these limits. */
export const integer = /* @__NO_SIDE_EFFECTS__ */ (minimum?: number, maximum?: number): Shape<number> =>
  shape(
    { type: 'integer', ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) },
    (input) =>
      Number.isInteger(input) && Number(input) >= (minimum ?? -Infinity) && Number(input) <= (maximum ?? Infinity),
  );

/** Accepts exactly this value. */
export const literal = /* @__NO_SIDE_EFFECTS__ */ <const T extends string | number | boolean>(expected: T): Shape<T> =>
  shape({ type: typeof expected, const: expected }, (input) => input === expected);

/** Accepts one of these strings. */
export const oneOf = /* @__NO_SIDE_EFFECTS__ */ <const T extends string>(values: readonly T[]): Shape<T> =>
  shape({ type: 'string', enum: values }, (input) => values.some((value) => value === input));

/** Accepts a string that matches this pattern. */
export const matching = /* @__NO_SIDE_EFFECTS__ */ (pattern: RegExp): Shape<string> =>
  shape({ type: 'string', pattern: pattern.source }, (input) => isText(input) && pattern.test(input));

export const nullable = /* @__NO_SIDE_EFFECTS__ */ <T>(guard: Shape<T>): Shape<T | null> => {
  const { schema } = guard;
  // One schema with two types is faster to serialize than a choice of two schemas.
  const isChoice = schema.type === undefined || schema.enum !== undefined || schema.const !== undefined;
  return shape(
    isChoice ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [schema.type ?? [], 'null'].flat() },
    (input) => input === null || guard(input),
  );
};

export const either = /* @__NO_SIDE_EFFECTS__ */ <One, Other>(
  one: Shape<One>,
  other: Shape<Other>,
): Shape<One | Other> => shape({ anyOf: [one.schema, other.schema] }, (input) => one(input) || other(input));

export const list = /* @__NO_SIDE_EFFECTS__ */ <T>(item: Shape<T>): Shape<T[]> =>
  shape({ type: 'array', items: item.schema }, (input) => Array.isArray(input) && input.every(item));

/** Accepts an object with any keys whose values all have this shape. */
export const record = /* @__NO_SIDE_EFFECTS__ */ <T>(member: Shape<T>): Shape<Record<string, T>> =>
  shape(
    { type: 'object', additionalProperties: member.schema },
    (input) => isRecord(input) && Object.values(input).every((value) => member(value)),
  );

/** Accepts an object with all members of `required`. Members of `optional` must be valid where they are present. */
export const object = /* @__NO_SIDE_EFFECTS__ */ <R extends Shapes, O extends Shapes = Record<never, never>>(
  required: R,
  optional?: O,
): Shape<Members<R, O>> => {
  const members: Shapes = { ...required, ...optional };
  const entries = Object.entries(members);
  const names = Object.keys(required);
  return shape(
    {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      ...(names.length > 0 && { required: names }),
    },
    (input) =>
      isRecord(input) &&
      entries.every(([name, guard]) => (input[name] === undefined ? !(name in required) : guard(input[name]))),
  );
};

/** Accepts an object that `object` accepts and that has no other members. */
export const closed = /* @__NO_SIDE_EFFECTS__ */ <T>(guard: Shape<T>): Shape<T> => {
  const { properties = {} } = guard.schema;
  return shape(
    { ...guard.schema, additionalProperties: false },
    (input) => guard(input) && Object.keys(Object(input)).every((name) => Object.hasOwn(properties, name)),
  );
};

/** Deletes the members of an object that its shape does not name. */
export const removeUnnamed = ({ schema: { properties } }: Shape, value: unknown): void => {
  if (properties === undefined || !isRecord(value)) return;
  for (const name of Object.keys(value)) if (!Object.hasOwn(properties, name)) delete value[name];
};

/** Parses JSON text. Returns undefined when it is not JSON or has another shape. */
export const parseJson = <T>(json: string | null, guard: TypeGuard<T>): T | undefined => {
  try {
    const value: unknown = json === null ? undefined : JSON.parse(json);
    return guard(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

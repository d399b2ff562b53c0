import { types } from 'pg';

type Parse = (text: string) => unknown;

const int8 = 20;
const bytea = 17;
const date = 1082;
const interval = 1186;

const asText: Parse = (text) => text;

/**
 * Parsers that give the same JavaScript values on both engines. `bigint` becomes a number, because ours are counts and
 * sequences (pg returns text, since a bigint can exceed an exact number). A day and an interval stay text, because
 * neither is a point in time.
 */
export const valueParsers: Readonly<Record<number, Parse>> = {
  [int8]: Number,
  [bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
  [date]: asText,
  [interval]: asText,
};

/** The same table in the shape that pg requires. */
export const pgTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse =>
    valueParsers[oid] ?? (format === 'binary' ? types.getTypeParser(oid, format) : types.getTypeParser(oid)),
};

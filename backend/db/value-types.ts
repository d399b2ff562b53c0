import { types } from 'pg';

type Parse = (text: string) => unknown;

const int8 = 20;
const bytea = 17;
const date = 1082;
const interval = 1186;

const asText: Parse = (text) => text;

/**
 * Both engines give the same JavaScript values. `bigint` becomes a number (ours are counts and sequences; pg gives
 * text because it can be larger than a number is exact), a day and a span stay text, for neither is a moment.
 */
export const valueParsers: Readonly<Record<number, Parse>> = {
  [int8]: Number,
  [bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
  [date]: asText,
  [interval]: asText,
};

/** The same table in the shape that pg wants. */
export const pgTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse =>
    valueParsers[oid] ?? (format === 'binary' ? types.getTypeParser(oid, format) : types.getTypeParser(oid)),
};

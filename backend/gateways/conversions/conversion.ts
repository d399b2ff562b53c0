/**
 * One event in the format of a receiver. A field's name is its path in the request: `user_data.country` is `country` in
 * `user_data`. Nothing else of the event is sent.
 */
export type Conversion = { name: string; fields: Readonly<Record<string, string | number>> };

export type ConversionClient = {
  /**
   * Resolves when the receiver accepted it. @throws ConversionRefused, or ConversionUnavailable when a retry may help.
   */
  send(conversion: Conversion): Promise<void>;
};

/** Thrown when a retry cannot help. It names the receiver, and contains nothing that was sent or answered. */
export class ConversionRefused extends Error {
  override name = 'ConversionRefused';
}

/** Thrown when the receiver is unreachable, slow or overloaded, or refuses our key, which an operator can correct. */
export class ConversionUnavailable extends Error {
  override name = 'ConversionUnavailable';
}

type Nested = { [key: string]: string | number | Nested };

/** Converts `{'a.b': 1, c: 2}` to `{a: {b: 1}, c: 2}`. Two levels are enough for all receivers. */
export const nested = (fields: Conversion['fields']): Nested => {
  const whole: Nested = {};
  const inner: Record<string, Nested> = {};
  for (const [path, value] of Object.entries(fields)) {
    const [outer = path, key] = path.split('.');
    if (key === undefined) {
      whole[path] = value;
    } else {
      inner[outer] ??= {};
      inner[outer][key] = value;
    }
  }
  return { ...whole, ...inner };
};

/**
 * One event in a receiver's own words. A field's name is its path in what is sent: `user_data.country` is `country` in
 * `user_data`. Nothing else of the event leaves.
 */
export type Conversion = { name: string; fields: Readonly<Record<string, string | number>> };

export type ConversionClient = {
  /** Resolves when the receiver took it. @throws ConversionRefused, or ConversionUnavailable for "try later". */
  send(conversion: Conversion): Promise<void>;
};

/** Another try can't help. Says who refused, and nothing that was sent or answered. */
export class ConversionRefused extends Error {
  override name = 'ConversionRefused';
}

/** The receiver is away, slow, overloaded, or does not know our key: an operator can mend that. */
export class ConversionUnavailable extends Error {
  override name = 'ConversionUnavailable';
}

type Nested = { [key: string]: string | number | Nested };

/** `{'a.b': 1, c: 2}` as `{a: {b: 1}, c: 2}`; two levels, for no receiver asks for more. */
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

/**
 * Returns the unparsed value of the first cookie of this name in a request's header.
 * @param name must not contain characters with a meaning in regular expressions.
 */
export const cookieOf = (name: string, header = ''): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header)?.[1];

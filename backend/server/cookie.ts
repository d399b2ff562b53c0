/**
 * The value of the first cookie of this name in a request's header, as it was sent.
 * @param name without a sign that means more in a pattern.
 */
export const cookieOf = (name: string, header = ''): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header)?.[1];

/** Returns whether the browser runs on Android. */
export const isAndroid = ({ userAgent }: Pick<Navigator, 'userAgent'> = globalThis.navigator): boolean =>
  /\bAndroid\b/.test(userAgent);

/**
 * Returns the unparsed values of every cookie of this name, in the order of a `Cookie` header or `document.cookie`.
 * There may be several: other software may use the name with another path, or a sister host on the parent domain.
 */
export const cookieValues = (name: string, cookies = ''): string[] =>
  cookies.split(';').flatMap((cookie) => {
    const [key = '', ...value] = cookie.trim().split('=');
    return key === name ? [value.join('=')] : [];
  });

/** The only supported API version. A test checks that it is the version of the `stripe` package. */
export const apiVersion = '2026-10-28.endive';

import { platform } from './token.ts';

/**
 * The `p` query value: base64 of the UTF-8 JSON `{token, p}` (decisions.md#4-sessions-and-tokens). Percent-encode it in
 * a URL.
 */
export const encodePParameter = (token: string): string => btoa(JSON.stringify({ token, p: platform }));

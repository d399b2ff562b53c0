import { z } from 'zod';
import { platform, tokenPattern } from '../../../src/contracts/token.ts';

const longest = 1024;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const content = z.strictObject({ token: z.string().regex(tokenPattern), p: z.literal(platform) });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const decoded = (value: string): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    return undefined;
  }
};

/**
 * Reads the `p` query value: at most 1 KB, standard or URL-safe base64 of UTF-8 JSON, exactly `{token, p}`.
 * A space counts as `+`, because a client may send `+` unescaped. Never throws.
 * @returns the token, or null for anything else, including a repeated parameter.
 */
export const tokenFromP = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > longest) return null;
  const text = value.replaceAll(' ', '+');
  if (!base64.test(text)) return null;
  const result = content.safeParse(parsed(decoded(text) ?? ''));
  return result.success ? result.data.token : null;
};

import { randomBase64Url } from '../../lib/random.ts';

/** A fresh token for this browser: 43 signs, see `contracts/token.ts`. The server keeps only its hash. */
export const createPortalToken = (): string => randomBase64Url(32);

import { randomBase64Url } from '../../lib/random.ts';

/** Creates a token for this browser: 43 characters, see `contracts/token.ts`. The server stores only its hash. */
export const createPortalToken = (): string => randomBase64Url(32);

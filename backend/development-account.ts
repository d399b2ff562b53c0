import { z } from 'zod';
import { apiPaths } from '../src/contracts/api.ts';

/** The account that each development portal has, for tests of partners' pages (docs/partners/tag-and-package.md). */
export const testAccount = { email: 'parent@home.example', password: 'correct horse battery' };

const refusal = z.object({ error: z.string().optional() });
/** The account exists, or is being deleted. The next start creates it then. */
const expected = ['EmailAddressNotAvailable', 'AccountDeleted'];

export type EmulatorAccess = {
  /** The address of this process. */
  own: string;
  titleId: string;
  send: typeof fetch;
};

/**
 * Creates the test account, unless it exists.
 * @throws when the emulator refuses it for another reason.
 */
export const createTestAccount = async ({ own, titleId, send }: EmulatorAccess): Promise<void> => {
  const { email: Email, password: Password } = testAccount;
  const answer = await send(`${own}${apiPaths.playfab}/Client/RegisterPlayFabUser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ TitleId: titleId, Email, Password, RequireBothUsernameAndEmail: false }),
  });
  if (answer.ok) return;
  const { error = String(answer.status) } = refusal.parse(await answer.json());
  if (!expected.includes(error)) throw new Error(`The test account was not created: ${error}`);
};

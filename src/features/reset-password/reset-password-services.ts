import type { Endpoints } from '../../config/endpoints.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { createSignInCode, type SignInCode } from '../../session/sign-in-code.ts';
import { createUsersClient, type UsersClient } from '../../services/users/users.ts';

/** For a visitor who is signed out: requesting another link succeeds whether or not the email has an account. */
export type ResetPasswordServices = Pick<UsersClient, 'resetPassword'> &
  Pick<Identity, 'sendRecoveryMail'> & { signInCode: Pick<SignInCode, 'write'> };

export const createResetPasswordServices = (endpoints: Endpoints): ResetPasswordServices => {
  const { sendRecoveryMail } = createIdentity(endpoints);
  const { resetPassword } = createUsersClient(endpoints);
  return { sendRecoveryMail, resetPassword, signInCode: createSignInCode() };
};

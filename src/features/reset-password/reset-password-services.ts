import type { Endpoints } from '../../config/endpoints.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { createSignInCode, type SignInCode } from '../../session/sign-in-code.ts';
import { createUsers, type Users } from '../../services/users/users.ts';

/** For a visitor who is signed out: requesting another link succeeds whether or not the email has an account. */
export type ResetPasswordServices = Pick<Users, 'resetPassword'> &
  Pick<Identity, 'sendRecoveryMail'> & { signInCode: Pick<SignInCode, 'write'> };

export const createResetPasswordServices = (endpoints: Endpoints): ResetPasswordServices => {
  const { sendRecoveryMail } = createIdentity(endpoints);
  const { resetPassword } = createUsers(endpoints);
  return { sendRecoveryMail, resetPassword, signInCode: createSignInCode() };
};

import type { Method } from './method.ts';
import { authenticateSessionTicket } from './methods/authenticate-session-ticket.ts';
import { addOrUpdateContactEmail, removeContactEmail } from './methods/contact-email.ts';
import { deleteMasterPlayerAccount } from './methods/delete-player.ts';
import { executeFunction } from './methods/execute-function.ts';
import { getAccountInfo } from './methods/get-account-info.ts';
import { getEntityToken } from './methods/get-entity-token.ts';
import { getPlayerIdFromAuthToken } from './methods/get-player-id-from-auth-token.ts';
import { getPlayerProfile } from './methods/get-player-profile.ts';
import { findUserAccountInfo, getUserAccountInfo } from './methods/get-user-account-info.ts';
import { linkedIdMethods } from './methods/linked-ids.ts';
import { loginWithCustomId } from './methods/login-with-custom-id.ts';
import { loginWithEmailAddress } from './methods/login-with-email-address.ts';
import { registerPlayfabUser } from './methods/register-playfab-user.ts';
import { resetPassword } from './methods/reset-password.ts';
import { sendAccountRecoveryEmail } from './methods/send-account-recovery-email.ts';
import { validateEntityToken } from './methods/validate-entity-token.ts';

/** All methods of the emulator. A test checks that SUPPORTED.md lists the same ones. */
export const methods: readonly Method[] = [
  loginWithCustomId,
  loginWithEmailAddress,
  registerPlayfabUser,
  ...linkedIdMethods,
  addOrUpdateContactEmail,
  removeContactEmail,
  getPlayerProfile,
  sendAccountRecoveryEmail,
  getAccountInfo,
  executeFunction,
  getEntityToken,
  validateEntityToken,
  authenticateSessionTicket,
  getUserAccountInfo,
  findUserAccountInfo,
  deleteMasterPlayerAccount,
  getPlayerIdFromAuthToken,
  resetPassword,
];

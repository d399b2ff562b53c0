import type { Method } from './method.ts';
import {
  addOrUpdateContactEmail,
  deleteMasterPlayerAccount,
  findUserAccountInfo,
  getAccountInfo,
  getPlayerProfile,
  getUserAccountInfo,
  removeContactEmail,
} from './methods/accounts.ts';
import { executeFunction } from './methods/execute-function.ts';
import { linkedIdMethods } from './methods/linked-ids.ts';
import { getPlayerIdFromAuthToken, resetPassword, sendAccountRecoveryEmail } from './methods/recovery.ts';
import { loginWithCustomId, loginWithEmailAddress, registerPlayfabUser } from './methods/sign-in.ts';
import { authenticateSessionTicket, getEntityToken, validateEntityToken } from './methods/tokens.ts';

/** All methods of the emulator. */
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

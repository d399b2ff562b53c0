import type { Method } from './method.ts';
import {
  addOrUpdateContactEmail,
  deleteMasterPlayerAccount,
  findUserAccountInfo,
  getPlayerProfile,
  getUserAccountInfo,
} from './methods/accounts.ts';
import { executeFunction } from './methods/execute-function.ts';
import { linkedIdMethods } from './methods/linked-ids.ts';
import { getPlayerIdFromAuthToken, resetPassword, sendAccountRecoveryEmail } from './methods/recovery.ts';
import { loginWithCustomId, loginWithEmailAddress, registerPlayfabUser } from './methods/sign-in.ts';
import { getEntityToken, validateEntityToken } from './methods/tokens.ts';

/** All methods of the emulator. */
export const methods: readonly Method[] = [
  loginWithCustomId,
  loginWithEmailAddress,
  registerPlayfabUser,
  ...linkedIdMethods,
  addOrUpdateContactEmail,
  getPlayerProfile,
  sendAccountRecoveryEmail,
  executeFunction,
  getEntityToken,
  validateEntityToken,
  getUserAccountInfo,
  findUserAccountInfo,
  deleteMasterPlayerAccount,
  getPlayerIdFromAuthToken,
  resetPassword,
];

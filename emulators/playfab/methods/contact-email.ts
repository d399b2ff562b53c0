import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { emailAddress } from '../fields.ts';
import { playerMethod } from '../method.ts';

/**
 * Sets the contact address. PlayFab does not say whether the same address keeps its verification; here every call
 * begins it again (https://learn.microsoft.com/rest/api/playfab/client/account-management/add-or-update-contact-email).
 */
export const addOrUpdateContactEmail = playerMethod(
  '/Client/AddOrUpdateContactEmail',
  z.object({ EmailAddress: emailAddress('EmailAddress') }),
  async ({ players }, request, player) => {
    await players.setContact(player.playfab_id, request.EmailAddress);
    return {};
  },
);

/**
 * Removes the contact address. The result for a player without one is not documented; here it is an error
 * (https://learn.microsoft.com/rest/api/playfab/client/account-management/remove-contact-email).
 */
export const removeContactEmail = playerMethod(
  '/Client/RemoveContactEmail',
  z.object({}),
  async ({ players }, _request, player) => {
    if (player.contact_email === null) throw new PlayfabError('NoContactEmailAddressFound');
    await players.setContact(player.playfab_id, null);
    return {};
  },
);

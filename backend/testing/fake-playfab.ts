import { randomBytes } from 'node:crypto';
import { type PlayfabGateway, PlayfabRefusal } from '../gateways/playfab.ts';

/** Creates a PlayFab gateway with players, reset links and the title's entity token in memory. */
export const createFakePlayfab = (titleId: string) => {
  const emails = new Map<string, string>();
  const resetLinks = new Map<string, string>();
  const passwords = new Map<string, string>();
  /** The player of each session ticket. */
  const tickets = new Map<string, string>();
  /** The addresses of players whose devices were unlinked. */
  const unlinked: string[] = [];
  const titleToken = randomBytes(16).toString('base64url');

  const playerOf = (link: string): string => {
    const playfabId = resetLinks.get(link);
    if (playfabId === undefined) throw new PlayfabRefusal('Admin/ResetPassword', 'AuthTokenDoesNotExist');
    return playfabId;
  };

  const gateway: PlayfabGateway = {
    playerOfResetToken: async (link) => playerOf(link),
    resetPassword: async (link, password) => {
      passwords.set(playerOf(link), password);
      resetLinks.delete(link);
    },
    deletePlayer: async (playfabId) => {
      emails.delete(playfabId);
    },
    accountOf: async (playfabId) => {
      const email = emails.get(playfabId);
      return email === undefined ? null : { email };
    },
    playerOfAddress: async (email) => [...emails].find(([, address]) => address === email)?.[0] ?? null,
    loginOfTicket: async (ticket) => {
      const playfabId = tickets.get(ticket);
      return playfabId === undefined ? null : { playfabId, provider: 'Custom' };
    },
    unlinkDevices: async (email) => {
      unlinked.push(email);
    },
    validateEntityToken: async (token) => (token === titleToken ? { id: titleId, type: 'title' } : null),
  };

  return {
    gateway,
    titleToken,
    passwords,
    tickets,
    unlinked,
    player: (playfabId: string, email: string) => {
      emails.set(playfabId, email);
    },
    has: (playfabId: string) => emails.has(playfabId),
    resetLink: (playfabId: string): string => {
      const link = randomBytes(32).toString('base64url');
      resetLinks.set(link, playfabId);
      return link;
    },
  };
};
export type FakePlayfab = ReturnType<typeof createFakePlayfab>;

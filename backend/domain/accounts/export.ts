import type { Database } from '../../db/database.ts';
import type { PlayfabGateway } from '../../gateways/playfab.ts';
import type { StripeGateway } from '../../gateways/stripe.ts';
import type { User } from '../../store/accounts.repository.ts';
import { stripeCustomersRepository } from '../../store/billing.repository.ts';
import { exportRepository } from '../../store/export.repository.ts';

export type ExportGateways = {
  playfab: Pick<PlayfabGateway, 'playerOfAddress' | 'holdings'>;
  stripe: Pick<StripeGateway, 'holdings'>;
};

/**
 * Returns what the portal, PlayFab and Stripe hold about a parent (GDPR, articles 15 and 20). Counted visits name
 * no one, and a mail that was sent is not kept; `notices` says which were.
 * @param gateways null where neither can be asked: a command beside a development server
 */
export const exportParent = async (
  database: Database,
  gateways: ExportGateways | null,
  { id: userId, playfabId, deletionEmail }: User,
) => {
  const player = (await gateways?.playfab.holdings(playfabId)) ?? null;
  const email = (player?.email ?? deletionEmail)?.toLowerCase() ?? null;
  const customers = await stripeCustomersRepository(database).ofUser(userId);
  return {
    portal: await exportRepository(database).parent({ userId, playfabId, email }),
    playfab: player,
    stripe: gateways && (await Promise.all(customers.map(gateways.stripe.holdings))).flatMap((held) => held ?? []),
  };
};

/** Returns a file for a person. @param parts what is known in each role, such as `parent` */
export const exportFile = (now: Date, parts: object): string =>
  `${JSON.stringify({ exportedAt: now.toISOString(), ...parts }, null, 2)}\n`;

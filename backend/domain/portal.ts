import { createAdmin, createLevels } from './levels/levels.ts';
import { createAnalytics, createForwarding } from './visits/analytics.ts';
import { createBilling } from './billing/billing.ts';
import { createMoveInLink } from './billing/move-in.ts';
import { createFindSubscriptions } from './billing/subscription.ts';
import { createDeclarations } from './cancel/cancel.ts';
import { createCarryOutFound } from './cancel/carry-out.ts';
import { createDeletion } from './accounts/deletion.ts';
import { exportFile, exportParent } from './accounts/export.ts';
import { usersRepository } from '../store/accounts.repository.ts';
import type { PortalDependencies } from './dependencies.ts';
import { createIdTokens } from './partners/id-tokens.ts';
import { createLimits } from './limits/limits.ts';
import { createRecovery } from './accounts/recovery.ts';
import { createSessions } from './accounts/sessions.ts';
import { createRequireProof } from './accounts/sign-in-code.ts';
import { createClassPage } from './school-zone/class-page.ts';
import { createClassLinks } from './school-zone/links.ts';
import { createProgress } from './school-zone/progress.ts';
import { createTeachers } from './school-zone/teachers.ts';
import { createStores } from './stores/stores.ts';
import { createCaller, createUsers } from './accounts/users.ts';

export type Portal = ReturnType<typeof createPortal>;

/** Milliseconds that a person waits at most, for all calls to Stripe together. */
const stripeTimeout = 12_000;

/** Creates the product's use cases and connects them. There is no HTTP in this layer. */
export const createPortal = ({ infrastructure, gateways, secrets, settings }: PortalDependencies) => {
  const { database, clock, events } = infrastructure;
  const { playfab, conversions } = gateways;
  const { functionSecrets, adminKeys, idTokenKeys } = secrets;
  const { titleId, publicUrl } = settings;
  const [limiterSecret] = functionSecrets;
  if (limiterSecret === undefined) throw new Error('functionSecrets is empty');
  const limits = createLimits(database, clock, events, limiterSecret);
  const subscriptionsOf = createFindSubscriptions(clock);
  const known = { ...infrastructure, ...gateways, ...secrets, stripeTimeout, ...settings, limits, subscriptionsOf };
  const deps = { ...known, carryOutFound: createCarryOutFound(known) };
  const billing = createBilling(deps);
  const analytics = createAnalytics(deps);
  const sessions = createSessions(database, clock, events, createRequireProof(clock, playfab, limits), settings);
  const { requireRecentSignIn } = sessions;
  const { readCustomer, reread, deletionAtStripe } = billing;
  const declarations = createDeclarations({ ...deps, reread });
  const { carryOutLast } = declarations;
  const deletion = createDeletion({ ...deps, requireRecentSignIn, deletionAtStripe, carryOutLast });
  const recovery = createRecovery(database, clock, playfab, events);
  const school = { ...deps, conversionsOfTeacher: analytics.conversionsOfTeacher };
  const stores = createStores(deps);
  return {
    limits,
    events,
    sessions,
    idTokens: createIdTokens(clock, playfab, idTokenKeys, publicUrl),
    users: createUsers(database, clock, limits, events),
    recovery,
    deletion,
    /** Returns the file of a signed-in parent. @throws Refusal as `requireRecentSignIn` does */
    exportOf: async ({ userId, token }: { userId: string; token: string }): Promise<string> => {
      await requireRecentSignIn(database, token);
      const user = await usersRepository(database).find(userId);
      const parent = user && (await exportParent(database, gateways, user));
      return exportFile(clock.now(), { parent });
    },
    declarations,
    billing,
    moveInLink: createMoveInLink({ ...deps, requireRecentSignIn, readCustomer }),
    stores,
    schoolZone: {
      ...createTeachers(school),
      ...createClassLinks(school),
      ...createClassPage(school),
      ...createProgress(school),
    },
    admin: createAdmin(adminKeys, limits),
    levels: createLevels(deps),
    analytics,
    caller: createCaller(playfab, { titleId, secrets: functionSecrets }, events),
    /** The handlers of all jobs except `mail`, which needs a mail server. */
    jobs: {
      ...billing.jobs,
      'delete-account': deletion.run,
      'finish-reset': recovery.finish,
      'carry-out': declarations.job,
      'sync-subscriber': stores.sync,
      conversion: createForwarding(conversions),
    },
  };
};

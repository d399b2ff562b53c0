import type { Analytics } from '../visits/analytics.ts';
import type { CallerSecrets, Infrastructure } from '../dependencies.ts';
import type { Limits } from '../limits.ts';

export type SchoolZoneDependencies = Infrastructure &
  Pick<CallerSecrets, 'gameKeys'> & {
    limits: Limits;
    /** Returns the jobs that forward the verification of a teacher's mailbox; none without that person's consent. */
    conversionsOfTeacher: Analytics['conversionsOfTeacher'];
  };

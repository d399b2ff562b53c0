import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { classroomLinksRepository, type LinkPurpose } from '../../store/classroom-links.repository.ts';
import { hashSecret } from '../secrets.ts';
import { day } from '../../../src/lib/durations.ts';

/** How long links are valid (decisions.md#6-flows), in milliseconds. */
const lives = { update: day, restore: 30 * day } as const satisfies Record<LinkPurpose['kind'], number>;

/**
 * Adds a link for a mail. A class is changed by mailed links only, because anyone may type a teacher's address;
 * restoring cleared progress uses such a link too. @returns the secret; only its digest is stored.
 */
export const addLink = async (trx: Database, classroomId: string, purpose: LinkPurpose, now: Date): Promise<string> => {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lives[purpose.kind]);
  await classroomLinksRepository(trx).add({ ...purpose, classroomId, tokenHash: hashSecret(secret), expiresAt });
  return secret;
};

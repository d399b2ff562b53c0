import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { classroomLinksRepository, type LinkPurpose } from '../../store/classroom-links.repository.ts';
import { hashSecret } from '../secrets.ts';

const day = 24 * 60 * 60 * 1000;
/** Decisions section 6, in milliseconds. */
const lives = { update: day, restore: 30 * day } as const satisfies Record<LinkPurpose['kind'], number>;

/**
 * A class changes by the link of a mail only, for anybody may type a teacher's address. One mechanism: what brings back
 * what was cleared is such a link too. @returns the secret; only its digest is kept.
 */
export const addLink = async (trx: Database, classroomId: string, purpose: LinkPurpose, now: Date): Promise<string> => {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lives[purpose.kind]);
  await classroomLinksRepository(trx).add({ ...purpose, classroomId, tokenHash: hashSecret(secret), expiresAt });
  return secret;
};

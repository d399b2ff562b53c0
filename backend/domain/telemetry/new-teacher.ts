import type { Database } from '../../db/database.ts';
import { teachersRepository } from '../../store/teachers.repository.ts';
import type { Clock } from '../clock.ts';

const hour = 60 * 60 * 1_000;

/**
 * Whether this is the digest of an address under which a teacher signed up within the hour. Anybody can make a digest of
 * anybody's address; such a one tells no receiver that its owner is a teacher here.
 */
export const isNewTeacher = (database: Database, clock: Clock, emailHash: string): Promise<boolean> =>
  teachersRepository(database).hasDigestSince(emailHash, new Date(clock.now().getTime() - hour));

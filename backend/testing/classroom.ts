import { newClassroomCode } from '../domain/school-zone/classroom-code.ts';
import { firstCodes } from '../domain/school-zone/student-codes.ts';
import { randomId } from '../domain/secrets.ts';
import type { Database } from '../db/database.ts';

export type TestClassroom = {
  id: string;
  classroomID: string;
  classroomCode: string;
  studentCodes: readonly string[];
};

type Wanted = { students?: number; createdAt?: Date };

/** Inserts a teacher with a class, for tests that need neither sign-up nor mail. */
export const insertClassroom = async (
  database: Database,
  { students = 3, createdAt = new Date('2026-03-02T09:00:00Z') }: Wanted = {},
): Promise<TestClassroom> => {
  const [id, classroomID] = [randomId(), randomId()];
  const [classroomCode, studentCodes] = [newClassroomCode(), firstCodes(students)];
  const teacher = {
    id,
    email: `${id.toLowerCase()}@school.example`,
    language: 'en',
    auth_id_hash: id,
    playfab_id: id,
    created_at: createdAt,
  } as const;
  const classroom = {
    id,
    teacher_id: id,
    link_id: classroomID,
    code: classroomCode,
    name: 'Ms Frizzle',
    created_at: createdAt,
    changed_at: createdAt,
  };
  await database.insertInto('teachers').values(teacher).execute();
  await database.insertInto('classrooms').values(classroom).execute();
  await database
    .insertInto('students')
    .values(studentCodes.map((code) => ({ classroom_id: id, code })))
    .execute();
  return { id, classroomID, classroomCode, studentCodes };
};

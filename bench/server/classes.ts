import pg from 'pg';
import { firstCodes } from '../../backend/domain/school-zone/student-codes.ts';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';

export const concepts = curriculum.packages.flatMap(({ id, concepts: of }) =>
  of.map((concept) => ({ package: id, concept: concept.id, levels: levelNamesOf(concept) })),
);
export const studentCodes = firstCodes(35);

const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Returns the classroom code and the classroomID of class `number`, starting at 0. */
export const codeOf = (number: number): string => {
  const place = (power: number): string =>
    characters[Math.floor(number / characters.length ** power) % characters.length] ?? '';
  return `${place(5)}${place(4)}${place(3)}-${place(2)}${place(1)}${place(0)}`;
};
export const linkOf = (number: number): string => `A${String(number).padStart(21, '0')}`;

/** A separate connection for statements that take minutes, because the portal's pool has a limit of ten seconds. */
export const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

/** Creates classes of 35 students without progress. */
export const insertClasses = async (client: pg.Client, count: number): Promise<void> => {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const given = [numbers.map(String), numbers.map(linkOf), numbers.map(codeOf)];
  await client.query(
    `insert into teachers (id, email, language, auth_id_hash, playfab_id, created_at)
     select id, id || '@school.example', 'en', id, id, now() from unnest($1::text[]) id`,
    given.slice(0, 1),
  );
  await client.query(
    `insert into classrooms (id, teacher_id, link_id, code, name, created_at, changed_at)
     select id, id, link, code, 'Class ' || id, now(), now() from unnest($1::text[], $2::text[], $3::text[]) made (id, link, code)`,
    given,
  );
  await client.query(
    `insert into students (classroom_id, code) select id, student from classrooms, unnest($1::text[]) student`,
    [studentCodes],
  );
  await client.query('vacuum analyze');
};

/**
 * Stores progress: every student played this share of the levels of each concept, and completed two thirds of them. The
 * rows are in random order, as when a thousand classes play at the same time.
 */
export const playAll = async (client: pg.Client, share: number): Promise<void> => {
  const opened = concepts.map(({ levels, ...rest }) => ({
    ...rest,
    levels: levels.slice(0, Math.ceil(levels.length * share)),
  }));
  await client.query(
    `insert into progress (classroom_id, era, student_code, package, concept, total, levels, played_at, changed_at)
     select classroom_id, 1, code, taught ->> 'package', taught ->> 'concept', jsonb_array_length(taught -> 'levels'),
       (select jsonb_object_agg(level, (hashtext(classroom_id || code || level) % 3) <> 0)
        from jsonb_array_elements_text(taught -> 'levels') level),
       now() - random() * interval '30 days', now() - interval '1 day'
     from students, jsonb_array_elements($1::jsonb) taught
     order by random()`,
    [JSON.stringify(opened)],
  );
  await client.query('vacuum analyze');
};

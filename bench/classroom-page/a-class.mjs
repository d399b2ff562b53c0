import { createRandom } from '../../emulators/game/random.ts';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { isExcludedConcept } from '../../src/contracts/school-zone.ts';

/**
 * Returns the largest possible class: 35 students who all opened every level of every concept. With `together` all
 * concepts are in one package, so that one open table contains them all.
 * @param {{ together?: boolean }} [options]
 */
export const aClass = ({ together = false } = {}) => {
  // Every run measures the same class.
  const roll = createRandom(4);
  const packages = curriculum.packages.map(({ id, concepts }) => ({
    id: together ? 'everything' : id,
    concepts: concepts.filter(({ id: concept }) => !isExcludedConcept(concept)),
  }));
  const students = Array.from({ length: 35 }, (_, place) => {
    const skill = 0.2 + roll() * 0.8;
    /** @type {Record<string, Record<string, string>>} */
    const status = {};
    const levelsPlayed = packages.flatMap(({ id, concepts }) =>
      concepts.flatMap((concept) => {
        const names = levelNamesOf(concept);
        const done = Math.round(names.length * Math.min(1, skill * (0.6 + roll() * 0.6)));
        status[id] = { ...status[id], [concept.id]: `${done}/${names.length}` };
        return names.map((level, index) => ({ concept: concept.id, level, completed: index < done }));
      }),
    );
    return {
      // The codes differ from those of the preview, because rows with the same code would be updated in place.
      studentCode: String(101 + place * 7),
      levelStatus: JSON.stringify(status),
      levelsPlayed,
      lastPlayedAt: new Date(Date.now() - place * 3_600_000 * 12).toISOString(),
    };
  });
  return {
    success: true,
    name: 'Class 3B',
    code: 'K7P42M',
    createdAt: new Date(Date.now() - 60 * 86_400_000).toISOString(),
    students,
    cursor: '0',
    partial: false,
  };
};

/**
 * Returns the server's response to `?levels=counted`.
 * @param {ReturnType<typeof aClass>} answer
 */
export const counted = (answer) => {
  const students = answer.students.map(({ levelsPlayed, ...student }) => {
    /** @type {Record<string, Record<string, string>>} */
    const status = JSON.parse(student.levelStatus);
    const countOf = (concept) => levelsPlayed.filter((level) => level.concept === concept && level.completed).length;
    const recount = ([concept, share]) => [concept, share.replace(/^\d+/, `${countOf(concept)}`)];
    const recountAll = ([name, shares]) => [name, Object.fromEntries(Object.entries(shares).map(recount))];
    return { ...student, levelStatus: JSON.stringify(Object.fromEntries(Object.entries(status).map(recountAll))) };
  });
  return { ...answer, students };
};

/**
 * Returns a partial response: one level more, or one less, for the student in the middle.
 * @param {ReturnType<typeof aClass>} answer
 * @param {number} turn
 */
export const oneCellLater = (answer, turn) => {
  const students = answer.students.slice(17, 18).map((student) => ({
    ...student,
    levelsPlayed: student.levelsPlayed.map((level, index) =>
      index === 0 ? { ...level, completed: turn % 2 === 1 } : level,
    ),
  }));
  return { ...answer, students, cursor: String(turn), partial: true };
};

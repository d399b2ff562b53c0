/**
 * An invented class for a picture of the classroom page. The columns are concepts of the curriculum with their levels.
 */
export const sampleConcepts = [
  { name: 'equalGroups', levels: 8 },
  { name: 'rowsAndColumns', levels: 8 },
  { name: 'tables', levels: 10 },
  { name: 'sharing', levels: 8 },
] as const;

/** The completed levels, in the order of the columns. */
export const sampleStudents = [
  { code: '045', done: [8, 6, 6, 2] },
  { code: '076', done: [8, 8, 10, 6] },
  { code: '125', done: [5, 2, 0, 0] },
  { code: '163', done: [8, 7, 4, 1] },
  { code: '196', done: [8, 8, 8, 4] },
] as const;

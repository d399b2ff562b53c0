/** @param {string} _path @returns {{ type: string, body?: string }} */
export const answerOf = (_path) => ({ type: 'application/json' });

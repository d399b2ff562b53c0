/**
 * Lets a test hold files of the portal back, or break their delivery: `/gate?files=<part of a name>&as=shut|broken|open`.
 * What waits at a shut gate goes on when it opens. Only network faults: Firefox remembers an answer with an error.
 * @returns {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]}
 */
export const gate = () => {
  /** @type {Map<string, string>} */
  const states = new Map();
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const stateOf = (/** @type {string} */ path) =>
    [...states].find(([files]) => path.startsWith('/elements/') && path.includes(files))?.[1] ?? 'open';
  return async (context, next) => {
    if (context.path === '/gate') {
      const { files, as } = context.query;
      states.set(String(files), String(as));
      for (const goOn of waiting) goOn();
      waiting.clear();
      context.body = '';
      return undefined;
    }
    // What a browser has kept would pass a shut gate: each page has the files under a name of its own, below the folder
    // by which a script of the portal is recognised.
    context.url = context.url.replace(/^\/elements\/page-[\w-]+\//, '/elements/');
    while (stateOf(context.path) === 'shut') await new Promise((resolve) => waiting.add(() => resolve(undefined)));
    if (stateOf(context.path) !== 'broken') return next();
    context.respond = false;
    context.req.socket.destroy();
    return undefined;
  };
};

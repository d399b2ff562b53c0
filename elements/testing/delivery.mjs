/** A test file's pages request the portal's files below `/elements/page-<owner>/<unique>/`. */
const controlledPath = /^\/elements\/page-([\w-]+)\/[\w-]+\//;

/**
 * Returns middleware that lets a test file delay files of the portal for its pages, or break their delivery:
 * `/delivery?owner=<the file's id>&files=<part of a name>&as=delayed|broken|normal`. Delayed requests continue when the
 * state changes to `normal`. It simulates network faults only, because Firefox caches a response with an error status.
 * @returns {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]}
 */
export const controlDelivery = () => {
  /** @type {{ owner: string, files: string, as: string }[]} */
  let states = [];
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const stateOf = (/** @type {string | undefined} */ asking, /** @type {string} */ path) =>
    states.find(({ owner, files }) => owner === asking && path.includes(files))?.as ?? 'normal';
  return async (context, next) => {
    if (context.path === '/delivery') {
      const { owner, files, as } = context.query;
      const others = states.filter((state) => state.owner !== owner || state.files !== files);
      states = as === 'normal' ? others : [...others, { owner: String(owner), files: String(files), as: String(as) }];
      for (const goOn of waiting) goOn();
      waiting.clear();
      context.body = '';
      return undefined;
    }
    const owner = controlledPath.exec(context.path)?.[1];
    context.url = context.url.replace(controlledPath, '/elements/');
    while (stateOf(owner, context.path) === 'delayed') {
      await new Promise((resolve) => waiting.add(() => resolve(undefined)));
    }
    if (stateOf(owner, context.path) !== 'broken') return next();
    context.respond = false;
    context.req.socket.destroy();
    return undefined;
  };
};

/**
 * Returns middleware that lets a test delay files of the portal, or break their delivery:
 * `/delivery?files=<part of a name>&as=delayed|broken|normal`. Delayed requests continue when the state changes to
 * `normal`. It simulates network faults only, because Firefox caches a response with an error status.
 * @returns {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]}
 */
export const controlDelivery = () => {
  /** @type {Map<string, string>} */
  const states = new Map();
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const stateOf = (/** @type {string} */ path) =>
    [...states].find(([files]) => path.startsWith('/elements/') && path.includes(files))?.[1] ?? 'normal';
  return async (context, next) => {
    if (context.path === '/delivery') {
      const { files, as } = context.query;
      states.set(String(files), String(as));
      for (const goOn of waiting) goOn();
      waiting.clear();
      context.body = '';
      return undefined;
    }
    // A cached file would bypass the delay. Each page therefore requests the files under a unique path, below the folder
    // that identifies a script of the portal.
    context.url = context.url.replace(/^\/elements\/page-[\w-]+\//, '/elements/');
    while (stateOf(context.path) === 'delayed') await new Promise((resolve) => waiting.add(() => resolve(undefined)));
    if (stateOf(context.path) !== 'broken') return next();
    context.respond = false;
    context.req.socket.destroy();
    return undefined;
  };
};

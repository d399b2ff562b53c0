import { isRunnableDevEnvironment, normalizePath } from 'vite';

/** @typedef {import('vite').ViteDevServer} ViteDevServer */
/** @typedef {typeof import('../../backend/start.ts')} Backend */

/**
 * Runs the backend in this process, with its modules from Vite, and starts it again when one of them changes. Packages
 * stay loaded, which is most of the time that a new process needs. An error is printed, and the next change starts again.
 * @param {ViteDevServer} vite
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<() => Promise<void>>} stops the backend
 */
export const keepBackend = async (vite, env) => {
  const environment = vite.environments['backend'];
  if (environment === undefined || !isRunnableDevEnvironment(environment)) {
    throw new Error('vite.dev.config.ts has no runnable environment "backend".');
  }
  const { moduleGraph, runner } = environment;
  /** @type {(() => Promise<void>) | undefined} */
  let stop;
  let isEnded = false;
  let hasFailed = false;

  const report = (/** @type {unknown} */ error) => {
    hasFailed = true;
    console.error(error);
    console.error('The backend starts again after the next change of a file.');
  };
  const halt = async () => {
    const running = stop;
    stop = undefined;
    await running?.();
  };
  const restart = async () => {
    await halt();
    if (isEnded) return;
    hasFailed = false;
    runner.clearCache();
    /** @type {Backend} */
    const backend = await runner.import('/backend/start.ts');
    try {
      stop = await backend.start(env);
    } catch (error) {
      report(backend.describeError(error));
    }
  };

  let work = restart().catch(report);
  let isWaiting = false;
  /** Several changes at a time cause one restart. */
  const restartLater = () => {
    if (isWaiting) return;
    isWaiting = true;
    work = work.then(() => {
      isWaiting = false;
      return restart().catch(report);
    });
  };
  vite.watcher.on('all', (_, file) => {
    // Vite does this too, but only after its plugins, and the backend may start before that.
    moduleGraph.onFileChange(normalizePath(file));
    // After an error, any file may be the one that was missing.
    if (hasFailed || (moduleGraph.getModulesByFile(file)?.size ?? 0) > 0) restartLater();
  });
  // A new process would end here. This one also has the open pages' connections.
  process.on('uncaughtException', (error) => {
    report(error);
    work = work.then(halt).catch(report);
  });
  await work;
  return async () => {
    isEnded = true;
    await work;
    await halt();
  };
};

import { isRunnableDevEnvironment, normalizePath } from 'vite';

/** @typedef {typeof import('../../backend/start.ts')} Backend */

/**
 * Creates a plugin that runs the backend in this process, with its modules from Vite, and starts it again when one of them
 * changes. Packages stay loaded, which is most of the time that a new process needs. An error is printed, and the next
 * change starts again.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ plugin: import('vite').Plugin, start: () => void, stop: () => Promise<void> }} `start` starts the backend for
 * the first time, when Vite is ready
 */
export const createBackend = (env) => {
  /** @type {import('vite').RunnableDevEnvironment | undefined} */
  let environment;
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
    if (isEnded || environment === undefined) return;
    hasFailed = false;
    environment.runner.clearCache();
    /** @type {Backend} */
    const backend = await environment.runner.import('/backend/start.ts');
    try {
      stop = await backend.start(env);
    } catch (error) {
      report(backend.describeError(error));
    }
  };

  let work = Promise.resolve();
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
  // A new process would end here. This one also has the open pages' connections.
  process.on('uncaughtException', (error) => {
    report(error);
    work = work.then(halt).catch(report);
  });

  return {
    plugin: {
      name: 'maths-portal:backend',
      // Vite makes another server, which has another runner, after a change of a file that its configuration reads.
      configureServer: ({ config, environments, watcher }) => {
        const { backend } = environments;
        if (backend === undefined || !isRunnableDevEnvironment(backend)) {
          throw new Error('vite.dev.config.ts has no runnable environment "backend".');
        }
        if (environment !== undefined) restartLater();
        environment = backend;
        watcher.on('all', (_, path) => {
          const file = normalizePath(path);
          if (config.configFileDependencies.includes(file)) return;
          // Vite does this too, but only after its plugins, and the backend may start before that.
          backend.moduleGraph.onFileChange(file);
          // After an error, any file may be the one that was missing.
          if (hasFailed || (backend.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0) restartLater();
        });
      },
    },
    start: restartLater,
    stop: async () => {
      isEnded = true;
      await work;
      await halt();
    },
  };
};

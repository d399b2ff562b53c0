/** A runner of StrykerJS for one change in MUTATION_SHARE. It reports an error for others, which no score counts. */
import { isSampled } from './sample.mjs';

/**
 * @typedef {{ activeMutant: { id: string } }} MutantRun
 * @typedef {{ mutantRun(run: MutantRun): Promise<object> }} TestRunner
 * @typedef {{ inject: readonly string[] }} Injected
 * @typedef {{ injectFunction(factory: Factory): TestRunner }} Injector
 * @typedef {((injector: Injector) => TestRunner) & Injected} Factory
 */

const share = Number(process.env['MUTATION_SHARE']);

// Not a static import, because the compiler must work before the packages of this folder are installed.
/** @type {{ strykerPlugins: [{ kind: string, factory: Factory }], strykerValidationSchema: object }} */
const {
  strykerPlugins: [vitest],
  strykerValidationSchema,
} = await import(import.meta.resolve('@stryker-mutator/vitest-runner'));

/** @param {Injector} injector */
const factory = (injector) => {
  const runner = injector.injectFunction(vitest.factory);
  const mutantRun = runner.mutantRun.bind(runner);
  runner.mutantRun = async (run) =>
    isSampled(run.activeMutant.id, share) ? mutantRun(run) : { status: 'error', errorMessage: 'not in the sample' };
  return runner;
};
factory.inject = ['$injector'];

export { strykerValidationSchema };
export const strykerPlugins = [{ kind: vitest.kind, name: 'sampled', factory }];

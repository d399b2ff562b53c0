import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

const { projects = [], ...test } = config.test ?? {};
const names = process.env['MUTATION_PROJECTS']?.split(',') ?? [];
const isBackend = names.includes('backend');
/** Changed sources run several times slower. A change that makes a test wait endlessly costs this time. */
const timeout = isBackend ? 120_000 : 60_000;
const timeouts = { testTimeout: timeout, hookTimeout: timeout };
/**
 * Tests that only cost time: they repeat one scenario with many inputs, or start a process, which has no change. Those
 * of the operator's commands are the only long ones that notice changes.
 */
const backendExclude = [
  '{backend,emulators/**}/*.long.test.ts',
  'backend/!(admin)/**/*.long.test.ts',
  'backend/api/{fuzz,multi-process}.test.ts',
];

/** The projects that MUTATION_PROJECTS names. */
const chosen = projects.flatMap((project) =>
  typeof project === 'object' && 'test' in project && names.includes(String(project.test?.name))
    ? [{ ...project, test: { ...project.test, ...timeouts, ...(isBackend && { exclude: backendExclude }) } }]
    : [],
);

export default mergeConfig({ ...config, test }, { test: { projects: chosen } });
